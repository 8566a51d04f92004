import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";

/**
 * Libraries outside the bundle, such as next-auth, take the request from `next/headers`, which has
 * none without Next's server.
 */
const current = new AsyncLocalStorage<Headers>();

export const provideHeaders = <T>(headers: Headers, work: () => Promise<T>): Promise<T> =>
  current.run(headers, work);

const headers = async () => current.getStore() ?? new Headers();
const cookies = async () => {
  const sent = (await headers()).get("cookie") ?? "";
  const pairs = sent.split("; ").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at < 0
      ? []
      : [{ name: pair.slice(0, at), value: decodeURIComponent(pair.slice(at + 1)) }];
  });
  return { getAll: () => pairs };
};

const require = createRequire(import.meta.url);
const path = require.resolve("next/headers");
require(path);
Object.assign(require.cache[path] ?? {}, { exports: { headers, cookies } });
