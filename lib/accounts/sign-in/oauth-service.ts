import "server-only";
import { normalizeText } from "@/lib/ai/prompts/truncate-text";
import type { OAuthIdentity } from "@/lib/platform/auth/next-auth-options";
import { type Device, renewSession, startSession } from "@/lib/platform/auth/sessions";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, retryOnLockConflict } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError, notFound } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { deviceProof } from "../attempt-limits";
import { requestMail } from "../events";
import { emailSchema, type Provider } from "../schema";
import {
  expireProfilePage,
  findFreeUsername,
  isReservedEmail,
  withUniqueNames,
} from "../unique-names-service";
import type { OAuthErrorCode } from "./oauth-errors";

type IdentitySignIn =
  | { userId: string; token: string; proof: string }
  | { refusal: OAuthErrorCode | "Callback" };

type ProviderKey = Pick<OAuthIdentity, "provider" | "providerAccountId">;

/**
 * Finds or creates the account of an identity that another service has verified. A known identity
 * signs in. A signed-in user connects a new identity to their account. Otherwise the verified
 * address decides: an unknown address creates an account; an address of an account without a
 * password signs in, since another service verified that account too. For an account with a
 * password, the owner must sign in first, because its address may be unverified. So the
 * administrator's account accepts only services that the administrator has connected.
 */
export async function signInWithIdentity(
  viewer: Viewer | null,
  identity: OAuthIdentity,
  device: Device,
): Promise<IdentitySignIn> {
  const { provider, providerAccountId } = identity;
  const key = { provider, providerAccountId };
  const known = await db.oAuthAccount.findUnique({
    where: { provider_providerAccountId: key },
    select: { userId: true },
  });
  if (known && viewer && viewer.id !== known.userId) return { refusal: "ConnectedElsewhere" };
  if (!known) {
    const refusal = await connectOrCreate(viewer, identity, key);
    if (refusal) return { refusal };
  }
  return enter(key, viewer, device);
}

/** Gives a new identity an account, or says why not. */
async function connectOrCreate(
  viewer: Viewer | null,
  identity: OAuthIdentity,
  key: ProviderKey,
): Promise<OAuthErrorCode | null> {
  if (viewer) return connect(viewer.id, key);
  const parsed = emailSchema.safeParse(identity.email ?? "");
  if (!parsed.success) return "EmailNotVerified";
  const email = parsed.data;
  const existing = await db.user.findUnique({
    where: { email },
    select: { id: true, passwordHash: true, isAdministrator: true },
  });
  if (isReservedEmail(email) || existing?.isAdministrator) return "AccountExists";
  if (existing) return existing.passwordHash === null ? connect(existing.id, key) : "AccountExists";
  return env().INVITE_CODE ? "InviteNeeded" : create(identity, email);
}

async function connect(userId: string, key: ProviderKey): Promise<null> {
  await transact((tx, send) => {
    send(requestMail("service-connected", userId));
    return tx.oAuthAccount.create({ data: { ...key, userId }, select: { userId: true } });
  });
  return null;
}

async function create(identity: OAuthIdentity, email: string): Promise<null> {
  const { provider, providerAccountId, name } = identity;
  const [firstName = "", ...rest] = normalizeText(name).split(" ");
  const username = await findFreeUsername(name || (email.split("@")[0] ?? ""));
  await withUniqueNames({ username, email }, () =>
    db.user.create({
      data: {
        username,
        email,
        emailVerifiedAt: new Date(),
        firstName: firstName.slice(0, 100),
        lastName: rest.join(" ").slice(0, 100),
        oauthAccounts: { create: { provider, providerAccountId } },
      },
      select: { id: true },
    }),
  );
  await expireProfilePage(username);
  return null;
}

/** Opens a session, unless another request disconnects the service before: its row is locked. */
const enter = (key: ProviderKey, viewer: Viewer | null, device: Device): Promise<IdentitySignIn> =>
  retryOnLockConflict(() =>
    db.$transaction(async (tx): Promise<IdentitySignIn> => {
      const [account] = await tx.$queryRaw<{ userId: string }[]>`
        SELECT user_id AS "userId" FROM oauth_account WHERE provider = ${key.provider}
          AND provider_account_id = ${key.providerAccountId} FOR SHARE`;
      if (!account) return { refusal: "Callback" };
      const { userId } = account;
      const [user] = await tx.user.updateManyAndReturn({
        where: { id: userId, isActive: true },
        data: { lastLogin: new Date() },
        select: { email: true },
      });
      if (!user) return { refusal: "AccountDeactivated" };
      const token = viewer
        ? await renewSession(tx, viewer, device, "own")
        : await startSession(tx, userId, device);
      return { userId, token, proof: deviceProof(user.email) };
    }),
  );

/**
 * Disconnects a service from the user's account, unless it is the last way to sign in.
 * @throws AppError `not_found`, `conflict`
 */
export async function disconnect(
  viewer: Viewer,
  provider: Provider["id"],
): Promise<{ message: string }> {
  await transact(async (tx, send) => {
    // Locked, so that concurrent requests cannot disconnect the last two services.
    await tx.$queryRaw`SELECT 1 FROM user_account WHERE id = ${viewer.id}::uuid FOR UPDATE`;
    const { passwordHash, oauthAccounts } = await tx.user.findUniqueOrThrow({
      where: { id: viewer.id },
      select: { passwordHash: true, oauthAccounts: { select: { provider: true } } },
    });
    if (!oauthAccounts.some((account) => account.provider === provider))
      throw notFound("connection");
    if (passwordHash === null && oauthAccounts.every((account) => account.provider === provider)) {
      throw new AppError(
        "conflict",
        "This is the only way into your account. Set a password first, then disconnect it.",
      );
    }
    await tx.oAuthAccount.deleteMany({ where: { userId: viewer.id, provider } });
    send(requestMail("service-disconnected", viewer.id));
  });
  return { message: "Disconnected." };
}
