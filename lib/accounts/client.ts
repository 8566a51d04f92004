import { answerParser, isRecord } from "@/lib/platform/http/answer-parser";
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

// The page for signing in loads no validator before the first press.
const schemas = () => import("./schema");
const sessionDto = async () => (await schemas()).sessionDto;
const profileDto = async () => (await schemas()).profileDto;
const messageDto = async () => (await schemas()).messageDto;

// Answers of NextAuth's own calls.
const csrfReply = answerParser(
  (body): body is { csrfToken: string } => isRecord(body) && typeof body.csrfToken === "string",
);
const addressReply = answerParser(
  (body): body is { url: string } => isRecord(body) && typeof body.url === "string",
);

/** Services for signing in. @throws ApiError */
export async function fetchProviders(signal?: AbortSignal): Promise<Provider[]> {
  return (
    await api("/auth/providers", { signal, response: async () => (await schemas()).providersDto })
  ).providers;
}

async function signIn(path: string, body: LoginInput | RegisterInput): Promise<User> {
  const call = { method: "POST", body, skipSessionCheck: true, response: sessionDto } as const;
  return (await api(path, call)).user;
}

/** @throws ApiError */
export const login = (body: LoginInput): Promise<User> => signIn("/auth/login", body);

/** @throws ApiError */
export const register = (body: RegisterInput): Promise<User> => signIn("/auth/register", body);

interface Changed {
  user: User;
  message: string;
}

/** @throws ApiError */
export const updateProfile = (input: ProfileInput): Promise<Changed> =>
  api("/auth/profile", { method: "PUT", body: input, response: profileDto });

/** Uploads a picture and makes it the avatar. @throws ApiError */
export async function uploadAvatar(file: File): Promise<Changed> {
  // Only on the user's own pages: visitors do not load it.
  const { uploadImage } = await import("@/lib/media/client");
  return updateProfile({ avatar: await uploadImage(file) });
}

/** Ends every other session; this one continues with the new cookie. @throws ApiError */
export const changePassword = (input: PasswordInput): Promise<{ message: string }> =>
  api("/auth/password", {
    method: "PUT",
    body: input,
    response: async () => (await schemas()).passwordDto,
  });

/** @throws ApiError */
export const deleteAccount = (password: string): Promise<{ message: string }> =>
  api("/auth/account", { method: "DELETE", body: { password }, response: messageDto });

/** The download address of the user's export. */
export const exportUrl = "/api/auth/export";

/**
 * Checks whether the export would succeed, which a plain download cannot report. @throws ApiError
 */
export async function checkExportAvailable(): Promise<void> {
  try {
    await api("/auth/export", { method: "HEAD", response: null });
  } catch (error) {
    // A response to HEAD has no body, so it carries no message.
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
 * URL of the other service's sign-in page, which redirects back to `from`.
 * @throws ApiError
 */
export async function startOAuth(provider: Provider["id"], from: string): Promise<string> {
  const { csrfToken } = await api("/auth/csrf", { isForeign: true, response: csrfReply });
  const form = new URLSearchParams({ csrfToken, callbackUrl: from, json: "true" });
  const call = { method: "POST", form, isForeign: true, response: addressReply } as const;
  return (await api(`/auth/signin/${provider}`, call)).url;
}

/**
 * The same for a user who adds the service to their account. Without a session the service would
 * open another account, so this asks for a session first. HEAD, because a background read would not
 * ask again after the user has closed the sign-in dialog.
 * @throws ApiError
 */
export async function startConnecting(provider: Provider["id"], from: string): Promise<string> {
  await api("/auth/connections", { method: "HEAD", response: null });
  return startOAuth(provider, from);
}

/** @throws ApiError */
export const disconnect = (provider: Provider["id"]): Promise<{ message: string }> =>
  api(`/auth/connections/${provider}`, { method: "DELETE", response: messageDto });
