import { ApiError } from "@/lib/platform/http/api-error";
import { api } from "@/lib/platform/http/fetch";
import { goneAlready } from "./gone";
import type { User } from "./schema";
import type { Passkey } from "./security-schema";

type Library = typeof import("@simplewebauthn/browser");

/** What went wrong, by the name of the browser's error; "" stands for any other. */
type Failures = Record<string, string> & { "": string };

const adding: Failures = {
  InvalidStateError: "This device has a passkey for your account already.",
  NotAllowedError: "No passkey was added. Try again when you are ready.",
  AbortError: "No passkey was added. Try again when you are ready.",
  SecurityError: "Passkeys do not work at this address of the site.",
  ConstraintError: "This device cannot keep passkeys. Try another one.",
  "": "This browser could not make a passkey. Try another one.",
};
const choosing: Failures = {
  NotAllowedError: "No passkey was chosen. Try again, or use your password.",
  AbortError: "No passkey was chosen. Try again, or use your password.",
  SecurityError: "Passkeys do not work at this address of the site. Please use your password.",
  "": "This browser could not use a passkey. Please use your password.",
};

/** Has the device asked, with a library that comes when it is wanted. @throws ApiError in a sentence */
async function onDevice<T>(failures: Failures, ask: (library: Library) => Promise<T>): Promise<T> {
  const library = await import("@simplewebauthn/browser").catch(() => {
    throw new ApiError("Network error - please check your connection", 0, "network_error");
  });
  try {
    return await ask(library);
  } catch (error) {
    const text = failures[error instanceof Error ? error.name : ""] ?? failures[""];
    throw new ApiError(text, 0, "unknown");
  }
}

/** Makes a passkey on this device and adds it to one's account. @throws ApiError */
export async function addPasskey(password: string): Promise<Passkey> {
  const { options } = (await api("/auth/passkeys/options", {
    method: "POST",
    body: { password },
  })) as { options: Parameters<Library["startRegistration"]>[0]["optionsJSON"] };
  const credential = await onDevice(adding, ({ startRegistration }) =>
    startRegistration({ optionsJSON: options }),
  );
  const { passkey } = (await api("/auth/passkeys", { method: "POST", body: { credential } })) as {
    passkey: Passkey;
  };
  return passkey;
}

/** @throws ApiError */
export const renamePasskey = async (id: string, name: string): Promise<{ message: string }> =>
  (await api(`/auth/passkeys/${id}`, { method: "PUT", body: { name } })) as { message: string };

/** @throws ApiError */
export const removePasskey = async (id: string): Promise<{ message: string }> =>
  (await api(`/auth/passkeys/${id}`, { method: "DELETE" }).catch(
    goneAlready("This passkey is removed already."),
  )) as { message: string };

/** Signs in with a passkey that this device has or finds. @throws ApiError */
export async function loginWithPasskey(): Promise<User> {
  const { options } = (await api("/auth/login/passkey/options", { method: "POST" })) as {
    options: Parameters<Library["startAuthentication"]>[0]["optionsJSON"];
  };
  const credential = await onDevice(choosing, ({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options }),
  );
  const { user } = (await api("/auth/login/passkey", {
    method: "POST",
    body: { credential },
    asksWho: true,
  })) as { user: User };
  return user;
}
