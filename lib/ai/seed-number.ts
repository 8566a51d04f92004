import { createHash } from "node:crypto";

/** A seed for models that take a number; equal seeds give equal numbers. */
export const seedNumber = (seed: string): number =>
  createHash("sha256").update(seed).digest().readUInt32BE(0) & 0x7fffffff;
