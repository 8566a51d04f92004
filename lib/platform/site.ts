import "server-only";
import { env } from "./env";

/**
 * The origin of the site, from its settings. The Host header is not trusted for anything that is
 * stored or linked.
 */
export const siteOrigin = (): string =>
  new URL(env().APP_URL ?? `http://localhost:${env().PORT}`).origin;

/** The absolute URL of a path. */
export const absoluteUrl = (path: string): string => new URL(path, siteOrigin()).href;
