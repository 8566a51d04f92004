import { api } from "@/lib/platform/http/fetch";
import { ignoreNotFound } from "../ignore-not-found";
import { messageDto, passwordDto } from "../schema";
import {
  type AppPassword,
  appPasswordDto,
  type NewAppPassword,
  recoveryCodesDto,
  type TwoStepSecret,
  twoStepSecretDto,
} from "./security-schema";

// Apart from client.ts, which every page for visitors loads.

interface Done {
  message: string;
}

/** @throws ApiError */
export const endSession = (id: string): Promise<Done> =>
  api(`/auth/sessions/${id}`, { method: "DELETE", response: messageDto }).catch(
    ignoreNotFound("This session has ended already."),
  );

/** This session continues with the new cookie. @throws ApiError */
export const endOtherSessions = (): Promise<Done> =>
  api("/auth/sessions", { method: "DELETE", response: passwordDto });

/** A secret for an authenticator app. @throws ApiError */
export const beginTwoStep = (password: string): Promise<TwoStepSecret> =>
  api("/auth/two-step", { method: "POST", body: { password }, response: twoStepSecretDto });

/** Turns it on with a first code. @returns the recovery codes, shown once @throws ApiError */
export async function confirmTwoStep(code: string): Promise<string[]> {
  const call = { method: "PUT", body: { code }, response: recoveryCodesDto } as const;
  return (await api("/auth/two-step", call)).recoveryCodes;
}

/** @throws ApiError */
export const endTwoStep = (password: string): Promise<Done> =>
  api("/auth/two-step", { method: "DELETE", body: { password }, response: messageDto });

/** Creates a password for a reading app, which is shown once. @throws ApiError */
export const addAppPassword = (
  body: NewAppPassword,
): Promise<{ appPassword: AppPassword; secret: string }> =>
  api("/auth/app-passwords", { method: "POST", body, response: appPasswordDto });

/** @throws ApiError */
export const removeAppPassword = (id: string): Promise<Done> =>
  api(`/auth/app-passwords/${id}`, { method: "DELETE", response: messageDto }).catch(
    ignoreNotFound("This app password is removed already."),
  );
