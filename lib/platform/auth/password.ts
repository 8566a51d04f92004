import "server-only";
import { availableParallelism } from "node:os";
import { hash, type Options, verify } from "@node-rs/argon2";
import { AppError } from "../errors";

/** argon2id with OWASP's parameters: 19 MiB, two passes, one lane. */
const options: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes at the same time, 19 MiB and a core each; `maxWaiting` calls wait, others are refused. */
const maxConcurrentHashes = Math.max(2, Math.min(4, availableParallelism()));
const maxWaiting = 200;
let freeSlots = maxConcurrentHashes;
const waiting: (() => void)[] = [];

async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (freeSlots > 0) freeSlots -= 1;
  else {
    if (waiting.length >= maxWaiting) {
      throw new AppError(
        "unavailable",
        "Too many people are signing in right now. Please try again in a few seconds.",
        { retryAfter: 3 },
      );
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else freeSlots += 1;
  }
}

// Keyboards compose accented letters differently, so the same password may arrive in two forms.
const normalizePassword = (password: string) => password.normalize("NFKC");

/** Hashes a password with argon2id. The result contains the salt and the parameters. @throws AppError `unavailable` when overloaded */
export const hashPassword = (password: string): Promise<string> =>
  withHashSlot(() => hash(normalizePassword(password), options));

let dummy: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash (no account, or an external sign-in) it
 * takes equally long and returns false, so that timing reveals nothing.
 * @throws AppError `unavailable` when overloaded
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hash("no account has this password", options);
  const against = stored ?? (await dummy);
  const matches = await withHashSlot(() => verify(against, normalizePassword(password)));
  return stored !== null && matches;
}
