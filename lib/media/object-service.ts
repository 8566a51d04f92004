import "server-only";
import type { Tx } from "@/lib/platform/db";

/** The key of an object in storage: the hash of its bytes, and what they are. */
export const keyOf = (picture: { sha256: string; extension: string }) =>
  `${picture.sha256}.${picture.extension}`;

/** Storing and sweeping the same bytes wait for each other until the transaction ends. */
export const lockObject = (tx: Tx, hash: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`media:${hash}`}, 0))`;
