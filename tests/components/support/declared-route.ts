import type { Declaration } from "@/lib/platform/http/route";

/** In the place of lib/platform/http/route.ts: a call is what it declares. */
export const route = (declaration: Declaration) => ({ declaration });

export const endpoints = <T>(declared: T): T => declared;
