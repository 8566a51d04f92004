import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { unauthorized } from "@/lib/platform/errors";
import { type AuthorRow, authorSelect, toAuthor } from "./author";
import type { User } from "./schema";
import type {
  AppPassword,
  Passkey,
  Session,
  SignInMethods,
  TwoStep,
} from "./sign-in/security-schema";

/** Columns of a user for showing them their own account. */
export const userSelect = {
  ...authorSelect,
  bio: true,
  links: true,
  email: true,
  emailVerifiedAt: true,
  isAdministrator: true,
  hidesAi: true,
  passwordHash: true,
  createdAt: true,
  lastLogin: true,
} as const;

interface UserRow extends AuthorRow {
  bio: string;
  links: string[];
  email: string;
  emailVerifiedAt: Date | null;
  isAdministrator: boolean;
  hidesAi: boolean;
  passwordHash: string | null;
  createdAt: Date;
  lastLogin: Date | null;
}

/** The signed-in user, for themselves alone: with the e-mail address. */
export const toUser = (user: UserRow): User => ({
  ...toAuthor(user),
  bio: user.bio,
  links: user.links,
  email: user.email,
  emailVerified: user.emailVerifiedAt !== null,
  isAdministrator: user.isAdministrator && isAdministratorAddress(user.email),
  hidesAi: user.hidesAi,
  hasPassword: user.passwordHash !== null,
  createdAt: user.createdAt.toISOString(),
  lastLogin: user.lastLogin?.toISOString() ?? null,
});

/** With ADMIN_EMAIL set, no other account is the administrator, whatever its row says. */
function isAdministratorAddress(email: string): boolean {
  const { ADMIN_EMAIL } = env();
  return !ADMIN_EMAIL || ADMIN_EMAIL.toLowerCase() === email.toLowerCase();
}

/** Whether the user hides everything made with AI. */
export async function hidesAi(id: string): Promise<boolean> {
  const user = await db.user.findUnique({ where: { id }, select: { hidesAi: true } });
  return user?.hidesAi ?? false;
}

/** @throws AppError `unauthorized` if the account is deleted */
export async function getUser(id: string): Promise<User> {
  const user = await db.user.findUnique({ where: { id }, select: userSelect });
  if (!user) throw unauthorized();
  return toUser(user);
}

/** The user's sessions, the requesting one first, then by when they were last seen. */
export async function getSessions(viewer: Viewer): Promise<Session[]> {
  const rows = await db.$queryRaw<SessionRow[]>`
    SELECT s.id, s.device, s.network, s.created_at, s.last_seen_at
    FROM session s WHERE s.user_id = ${viewer.id}::uuid AND s.expires_at > now()
    ORDER BY s.id = ${viewer.tokenId}::uuid DESC, s.last_seen_at DESC LIMIT 100`;
  return rows.map((row) => ({
    _id: row.id,
    device: row.device,
    network: row.network,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.id === viewer.tokenId,
  }));
}

interface SessionRow {
  id: string;
  device: string;
  network: string;
  created_at: Date;
  last_seen_at: Date;
}

/** Whether an account asks for a code after the password, and how many recovery codes are left. */
export async function getTwoStep({ id: userId }: Pick<Viewer, "id">): Promise<TwoStep> {
  const row = await db.twoStep.findUnique({
    where: { userId, confirmedAt: { not: null } },
    select: { recoveryCodes: { where: { usedAt: null }, select: { hash: true } } },
  });
  return { isOn: row !== null, recoveryCodes: row?.recoveryCodes.length ?? 0 };
}

export async function getPasskeys({ id: userId }: Viewer): Promise<Passkey[]> {
  const rows = await db.passkey.findMany({ where: { userId }, orderBy: { createdAt: "asc" } });
  return rows.map(toKey);
}

/** A passkey or an app password as its owner sees it. */
export const toKey = (row: {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}): Passkey & AppPassword => ({
  _id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

/** A user's app passwords, without the secrets. */
export async function getAppPasswords({ id: userId }: Viewer): Promise<AppPassword[]> {
  const rows = await db.appPassword.findMany({ where: { userId }, orderBy: { createdAt: "asc" } });
  return rows.map(toKey);
}

/** All sign-in methods and sessions of a user, except the password. */
export async function getSignInMethods(viewer: Viewer): Promise<SignInMethods> {
  const [connections, sessions, twoStep, passkeys, appPasswords] = await Promise.all([
    getConnections(viewer.id),
    getSessions(viewer),
    getTwoStep(viewer),
    getPasskeys(viewer),
    getAppPasswords(viewer),
  ]);
  return {
    connected: connections.map(({ id }) => id),
    sessions,
    twoStep,
    passkeys,
    appPasswords,
  };
}

const providerNames = { google: "Google", github: "GitHub" } as const;

/** The services that a user has connected for signing in, oldest first. */
export async function getConnections(userId: string) {
  const rows = await db.oAuthAccount.findMany({
    where: { userId },
    orderBy: { createdAt: "asc" },
    select: { provider: true, createdAt: true },
  });
  return rows.flatMap(({ provider, createdAt }) => {
    const id = provider as keyof typeof providerNames;
    const name = providerNames[id];
    return name ? [{ id, name, connectedAt: createdAt.toISOString() }] : [];
  });
}
