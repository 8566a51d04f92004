import "server-only";
import { configuredProviders } from "@/lib/platform/auth/next-auth-options";
import type { Provider } from "../schema";

/** Services with configured keys, in the order of their buttons. */
export const signInProviders = (): Provider[] =>
  configuredProviders().map(({ id, name }) => ({ id: id as Provider["id"], name }));
