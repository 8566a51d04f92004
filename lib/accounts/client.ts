import { ApiError } from "@/lib/platform/http/api-error";
import { api } from "@/lib/platform/http/fetch";
import { z } from "@/lib/platform/zod";
import {
  type LoginInput,
  messageDto,
  type PasswordInput,
  type ProfileInput,
  type Provider,
  profileDto,
  providersDto,
  type RegisterInput,
  sessionDto,
  type User,
} from "./schema";

/** Services that one can sign in with. @throws ApiError */
export async function fetchProviders(signal?: AbortSignal): Promise<Provider[]> {
  return (await api("/auth/providers", { signal, response: providersDto })).providers;
}

/** @throws ApiError */
export async function login(body: LoginInput): Promise<User> {
  const call = { method: "POST", body, skipSessionCheck: true, response: sessionDto } as const;
  return (await api("/auth/login", call)).user;
}

/** @throws ApiError */
export async function register(body: RegisterInput): Promise<User> {
  const call = { method: "POST", body, skipSessionCheck: true, response: sessionDto } as const;
  return (await api("/auth/register", call)).user;
}

interface Changed {
  user: User;
  message: string;
}

/** @throws ApiError */
export const updateProfile = (input: ProfileInput): Promise<Changed> =>
  api("/auth/profile", { method: "PUT", body: input, response: profileDto });

/** Puts a picture into storage and makes it the avatar. @throws ApiError */
export async function uploadAvatar(file: File): Promise<Changed> {
  // Of one's own pages alone: not with what visitors load.
  const { uploadImage } = await import("@/lib/media/client");
  return updateProfile({ avatar: await uploadImage(file) });
}

/** Ends every other session; this one goes on with the cookie that comes back. @throws ApiError */
export const changePassword = (input: PasswordInput): Promise<{ message: string }> =>
  api("/auth/password", { method: "PUT", body: input, response: messageDto });

/** @throws ApiError */
export const deleteAccount = (password: string): Promise<{ message: string }> =>
  api("/auth/account", { method: "DELETE", body: { password }, response: messageDto });

/** Where the browser fetches everything of one's own. */
export const exportUrl = "/api/auth/export";

/** Whether it would get it now, which a download alone does not tell. @throws ApiError */
export async function checkExportAvailable(): Promise<void> {
  try {
    await api("/auth/export", { method: "HEAD", response: null });
  } catch (error) {
    // An answer to HEAD has no body, so no sentence of the server's.
    if (!(error instanceof ApiError) || error.status === 0) throw error;
    throw new ApiError(
      error.status === 429
        ? "You have fetched your data several times just now. Please try again in an hour."
        : "Your data could not be downloaded. Please try again.",
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
  const { csrfToken } = await api("/auth/csrf", { response: z.object({ csrfToken: z.string() }) });
  const form = new URLSearchParams({ csrfToken, callbackUrl: from, json: "true" });
  const response = z.object({ url: z.string() });
  return (await api(`/auth/signin/${provider}`, { method: "POST", form, response })).url;
}

/**
 * The same for whoever adds the service to their account: without a session, which this asks for first,
 * the service would open another account. HEAD, as a read of the page's own would not ask again
 * whoever has closed that question once.
 * @throws ApiError
 */
export async function startConnecting(provider: Provider["id"], from: string): Promise<string> {
  await api("/auth/connections", { method: "HEAD", response: null });
  return startOAuth(provider, from);
}

/** @throws ApiError */
export const disconnect = (provider: Provider["id"]): Promise<{ message: string }> =>
  api(`/auth/connections/${provider}`, { method: "DELETE", response: messageDto });
