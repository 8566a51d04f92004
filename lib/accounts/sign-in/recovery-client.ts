import { api } from "@/lib/platform/http/fetch";
import {
  type ForgotPasswordInput,
  messageDto,
  type ResetPasswordInput,
  resetLinkDto,
  sessionDto,
  type User,
} from "../schema";

// Apart from client.ts, which every page for visitors loads.

/**
 * Requests a link for a new password, which is mailed if the address has an account. @throws
 * ApiError
 */
export const forgotPassword = (input: ForgotPasswordInput): Promise<{ message: string }> =>
  api("/auth/forgot-password", { method: "POST", body: input, response: messageDto });

/** Whether a mailed link for a new password still works. @throws ApiError on `token` where not */
export const checkResetLink = (
  token: string,
  signal: AbortSignal,
): Promise<{ asksCode: boolean }> => {
  const body = { token };
  return api("/auth/reset-password/check", {
    method: "POST",
    body,
    signal,
    response: resetLinkDto,
  });
};

/** Sets a password with a mailed link and signs in with it. @throws ApiError */
export const resetPassword = (body: ResetPasswordInput): Promise<{ user: User; message: string }> =>
  api("/auth/reset-password", {
    method: "POST",
    body,
    skipSessionCheck: true,
    response: sessionDto,
  });

/** Requests another mail that confirms the user's address. @throws ApiError */
export const sendVerification = (): Promise<{ message: string }> =>
  api("/auth/send-verification", { method: "POST", response: messageDto });

/** @throws ApiError */
export const confirmEmail = (token: string): Promise<{ message: string }> =>
  api("/auth/confirm-email", { method: "POST", body: { token }, response: messageDto });
