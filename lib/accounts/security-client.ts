import { api } from "@/lib/platform/http/fetch";
import { goneAlready } from "./gone";
import type { AppPassword, NewAppPassword, TwoStepSecret } from "./security-schema";

// Apart from client.ts, which every page for visitors loads.

interface Done {
  message: string;
}

/** @throws ApiError */
export const endSession = async (id: string): Promise<Done> =>
  (await api(`/auth/sessions/${id}`, { method: "DELETE" }).catch(
    goneAlready("This session has ended already."),
  )) as Done;

/** This session goes on with the cookie that comes back. @throws ApiError */
export const endOtherSessions = async (): Promise<Done> =>
  (await api("/auth/sessions", { method: "DELETE" })) as Done;

/** A secret for an authenticator app. @throws ApiError */
export const beginTwoStep = async (password: string): Promise<TwoStepSecret> =>
  (await api("/auth/two-step", { method: "POST", body: { password } })) as TwoStepSecret;

/** Turns it on with a first code. @returns the recovery codes, told once @throws ApiError */
export async function confirmTwoStep(code: string): Promise<string[]> {
  const { recoveryCodes } = (await api("/auth/two-step", { method: "PUT", body: { code } })) as {
    recoveryCodes: string[];
  };
  return recoveryCodes;
}

/** @throws ApiError */
export const endTwoStep = async (password: string): Promise<Done> =>
  (await api("/auth/two-step", { method: "DELETE", body: { password } })) as Done;

/** Makes a password for a reading app, which is told this once. @throws ApiError */
export const addAppPassword = async (
  body: NewAppPassword,
): Promise<{ appPassword: AppPassword; secret: string }> =>
  (await api("/auth/app-passwords", { method: "POST", body })) as {
    appPassword: AppPassword;
    secret: string;
  };

/** @throws ApiError */
export const removeAppPassword = async (id: string): Promise<Done> =>
  (await api(`/auth/app-passwords/${id}`, { method: "DELETE" }).catch(
    goneAlready("This app password is removed already."),
  )) as Done;
