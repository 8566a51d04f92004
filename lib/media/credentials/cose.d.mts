import type { KeyObject } from "node:crypto";

export function algorithmOf(key: KeyObject): { id: number; name: string; hash: string | null };
export function coseSign(claim: Uint8Array, key: KeyObject, certificates: Uint8Array[]): Uint8Array;
