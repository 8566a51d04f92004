import "server-only";
import { pageTag } from "@/lib/pages/cache-tags";
import { expirePages } from "@/lib/platform/cache";
import { db, isUniqueViolation } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError, type FieldError } from "@/lib/platform/errors";
import { isReservedName } from "./reserved-names";

interface Names {
  username?: string | undefined;
  email?: string | undefined;
}

/** The spec's forms find the field by these words: 'username' and 'taken', 'email' and 'exists'. */
const usernameTaken = "This username is already taken";
const emailExists = "An account with this email already exists";

/** Compares names after look-alike letters were unified. */
const folded = (email: string) => email.normalize("NFKC").toLowerCase();

/**
 * The administrator's address: it cannot be registered over HTTP, whether the account exists or
 * not.
 */
export function isReservedEmail(email: string): boolean {
  const { ADMIN_EMAIL } = env();
  return ADMIN_EMAIL !== undefined && folded(email) === folded(ADMIN_EMAIL);
}

async function conflicts({ username, email }: Names, ownId?: string): Promise<FieldError[]> {
  const found = await db.user.findMany({
    where: { OR: [...(username ? [{ username }] : []), ...(email ? [{ email }] : [])] },
    select: { id: true, username: true, email: true },
  });
  const others = found.filter(({ id }) => id !== ownId);
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const isOwn = (name: string) => found.some((one) => one.id === ownId && same(one.username, name));
  const errors: FieldError[] = [];
  if (
    username &&
    (others.some((other) => same(other.username, username)) ||
      (isReservedName(username) && !isOwn(username)))
  ) {
    errors.push({ field: "username", message: usernameTaken });
  }
  if (email && (isReservedEmail(email) || others.some((other) => same(other.email, email)))) {
    errors.push({ field: "email", message: emailExists });
  }
  return errors;
}

function throwConflict(errors: FieldError[]): void {
  const [first] = errors;
  if (!first) return;
  throw new AppError(
    first.field === "username" ? "username_taken" : "email_exists",
    first.message,
    {
      errors,
    },
  );
}

/**
 * Writes a row with these unique names, or throws for a taken one; also when two requests want one
 * at the same moment.
 * @throws AppError `username_taken`, `email_exists`
 */
export async function withUniqueNames<T>(
  names: Names,
  write: () => Promise<T>,
  ownId?: string,
): Promise<T> {
  if (names.username || names.email) throwConflict(await conflicts(names, ownId));
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throwConflict(await conflicts(names, ownId));
    throw error;
  }
}

/** Expires the cached 404 of a new name, which may have been requested before. */
export const expireProfilePage = (username: string): Promise<void> =>
  expirePages([pageTag.author(username)]);

/** An unused username, close to the requested one. */
export async function findFreeUsername(wish: string): Promise<string> {
  const base = (
    wish
      .normalize("NFKD")
      .replace(/[^A-Za-z0-9_-]+/g, "")
      .slice(0, 20) || "reader"
  ).padEnd(3, "_");
  const taken = new Set(
    (
      await db.user.findMany({
        where: { username: { startsWith: base, mode: "insensitive" } },
        select: { username: true },
      })
    ).map(({ username }) => username.toLowerCase()),
  );
  if (!taken.has(base.toLowerCase()) && !isReservedName(base)) return base;
  for (let number = 2; ; number++) {
    const candidate = `${base}-${number}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
