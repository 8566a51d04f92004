import { ApiError } from "@/lib/platform/http/api-error";
import { api } from "@/lib/platform/http/fetch";
import type {
  LoginInput,
  PasswordInput,
  ProfileInput,
  Provider,
  RegisterInput,
  User,
} from "./schema";

/** Services that one can sign in with. @throws ApiError */
export async function fetchProviders(signal?: AbortSignal): Promise<Provider[]> {
  const { providers } = (await api("/auth/providers", { signal })) as { providers: Provider[] };
  return providers;
}

/** @throws ApiError */
export async function login(input: LoginInput): Promise<User> {
  const { user } = (await api("/auth/login", { method: "POST", body: input, asksWho: true })) as {
    user: User;
  };
  return user;
}

/** @throws ApiError */
export async function register(input: RegisterInput): Promise<User> {
  const { user } = (await api("/auth/register", {
    method: "POST",
    body: input,
    asksWho: true,
  })) as { user: User };
  return user;
}

interface Changed {
  user: User;
  message: string;
}

/** @throws ApiError */
export const updateProfile = async (input: ProfileInput): Promise<Changed> =>
  (await api("/auth/profile", { method: "PUT", body: input })) as Changed;

/** Puts a picture into storage and makes it the avatar. @throws ApiError */
export async function uploadAvatar(file: File): Promise<Changed> {
  // Of one's own pages alone: not with what visitors load.
  const { uploadImage } = await import("@/lib/media/client");
  return updateProfile({ avatar: await uploadImage(file) });
}

/** Ends every other session; this one goes on with the cookie that comes back. @throws ApiError */
export const changePassword = async (input: PasswordInput): Promise<{ message: string }> =>
  (await api("/auth/password", { method: "PUT", body: input })) as { message: string };

/** @throws ApiError */
export const deleteAccount = async (password: string): Promise<{ message: string }> =>
  (await api("/auth/account", { method: "DELETE", body: { password } })) as { message: string };

/** Where the browser fetches everything of one's own. */
export const exportAddress = "/api/auth/export";

/** Whether it would get it now, which a download alone does not tell. @throws ApiError */
export async function askForExport(): Promise<void> {
  try {
    await api("/auth/export", { method: "HEAD" });
  } catch (error) {
    // An answer to HEAD has no body, so no sentence of the server's.
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    throw new ApiError(
      error.status === 429
        ? "You have fetched your data several times just now. Please try again in an hour."
        : "Your data could not be fetched. Please try again.",
      error.status,
      error.code,
    );
  }
}

/**
 * Address of another service's sign-in page, to be opened by the browser. It leads back to `from`.
 * @throws ApiError
 */
export async function startOAuth(provider: Provider["id"], from: string): Promise<string> {
  const { csrfToken } = (await api("/auth/csrf")) as { csrfToken: string };
  const form = new URLSearchParams({ csrfToken, callbackUrl: from, json: "true" });
  const { url } = (await api(`/auth/signin/${provider}`, { method: "POST", form })) as {
    url: string;
  };
  return url;
}

/**
 * The same for whoever adds the service to their account: without a session, which this asks for first,
 * the service would open another account. HEAD, as a read of the page's own would not ask again
 * whoever has closed that question once.
 * @throws ApiError
 */
export async function startConnecting(provider: Provider["id"], from: string): Promise<string> {
  await api("/auth/connections", { method: "HEAD" });
  return startOAuth(provider, from);
}

/** @throws ApiError */
export const disconnect = async (provider: Provider["id"]): Promise<{ message: string }> =>
  (await api(`/auth/connections/${provider}`, { method: "DELETE" })) as { message: string };
