import { vi } from "vitest";

type Argon2 = typeof import("@node-rs/argon2");

// On globalThis: test files of one worker share the hashes, but not modules.
const holder = globalThis as { passwordHashesOfTests?: Map<string, Promise<unknown>> };
holder.passwordHashesOfTests ??= new Map();
const known = holder.passwordHashesOfTests;

function once<T>(key: unknown[], work: () => Promise<T>): Promise<T> {
  const name = JSON.stringify(key);
  const found = known.get(name) ?? work();
  known.set(name, found);
  return found as Promise<T>;
}

/** Wraps the library with a cache for each worker: argon2 is slow by design. */
export const cacheHashes = (argon2: Argon2): Argon2 => ({
  ...argon2,
  hash: vi.fn((password, options) =>
    once(["hash", String(password), options], () => argon2.hash(password, options)),
  ),
  verify: vi.fn((hashed, password) =>
    once(["verify", String(hashed), String(password)], () => argon2.verify(hashed, password)),
  ),
});
