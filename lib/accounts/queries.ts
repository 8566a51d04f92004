import "server-only";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { type AuthorRow, authorSelect, toAuthor } from "./author";
import type { User } from "./schema";

/** What a query has to select of a user to show them to themselves. */
export const userSelect = {
  ...authorSelect,
  email: true,
  emailVerifiedAt: true,
  isAdministrator: true,
  passwordHash: true,
  createdAt: true,
  lastLogin: true,
} as const;

interface UserRow extends AuthorRow {
  email: string;
  emailVerifiedAt: Date | null;
  isAdministrator: boolean;
  passwordHash: string | null;
  createdAt: Date;
  lastLogin: Date | null;
}

/** The signed-in person, for themselves alone: with the e-mail address. */
export const toUser = (user: UserRow): User => ({
  ...toAuthor(user),
  email: user.email,
  emailVerified: user.emailVerifiedAt !== null,
  isAdministrator: user.isAdministrator && isAdministratorAddress(user.email),
  hasPassword: user.passwordHash !== null,
  createdAt: user.createdAt.toISOString(),
  lastLogin: user.lastLogin?.toISOString() ?? null,
});

/** With ADMIN_EMAIL set, nobody else is the administrator, whatever a row says. */
function isAdministratorAddress(email: string): boolean {
  const { ADMIN_EMAIL } = env();
  return !ADMIN_EMAIL || ADMIN_EMAIL.toLowerCase() === email.toLowerCase();
}

/** @throws AppError `unauthorized` when the account is gone */
export async function getUser(id: string): Promise<User> {
  const user = await db.user.findUnique({ where: { id }, select: userSelect });
  if (!user) throw new AppError("unauthorized", "Please sign in to continue.");
  return toUser(user);
}

const providerNames = { google: "Google", github: "GitHub" } as const;

/** The services that somebody has connected to sign in with, oldest first. */
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
