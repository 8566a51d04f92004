import "server-only";
import { env } from "./env";

/**
 * The site's own address, from its settings. What a request says of its host goes into nothing that
 * others keep or follow.
 */
export const siteOrigin = (): string =>
  new URL(env().APP_URL ?? `http://localhost:${env().PORT}`).origin;

/** A path of ours as others link to it. */
export const absoluteUrl = (path: string): string => new URL(path, siteOrigin()).href;
