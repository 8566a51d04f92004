import type { Declaration } from "@/lib/platform/http/route";

/** Replaces lib/platform/http/route.ts: a call is only its declaration. */
export const route = (declaration: Declaration) => ({ declaration });

export const endpoints = <T>(declared: T): T => declared;
