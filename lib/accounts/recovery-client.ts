import { api } from "@/lib/platform/http/fetch";
import type { ForgotPasswordInput, ResetPasswordInput, User } from "./schema";

// Apart from client.ts, which every page for visitors loads.

/** Has a link for a new password sent, where the address is somebody's. @throws ApiError */
export const forgotPassword = async (input: ForgotPasswordInput): Promise<{ message: string }> =>
  (await api("/auth/forgot-password", { method: "POST", body: input })) as { message: string };

/** Whether a mailed link for a new password still works. @throws ApiError on `token` where not */
export const checkResetLink = async (
  token: string,
  signal: AbortSignal,
): Promise<{ asksCode: boolean }> =>
  (await api("/auth/reset-password/check", { method: "POST", body: { token }, signal })) as {
    asksCode: boolean;
  };

/** Sets a password with a mailed link and signs in with it. @throws ApiError */
export const resetPassword = async (
  input: ResetPasswordInput,
): Promise<{ user: User; message: string }> =>
  (await api("/auth/reset-password", { method: "POST", body: input, asksWho: true })) as {
    user: User;
    message: string;
  };

/** Has the mail sent again that confirms one's address. @throws ApiError */
export const sendVerification = async (): Promise<{ message: string }> =>
  (await api("/auth/send-verification", { method: "POST" })) as { message: string };

/** @throws ApiError */
export const confirmEmail = async (token: string): Promise<{ message: string }> =>
  (await api("/auth/confirm-email", { method: "POST", body: { token } })) as { message: string };
