import { ApiError, networkError } from "@/lib/platform/http/api-error";
import { api } from "@/lib/platform/http/fetch";
import { ignoreNotFound } from "../ignore-not-found";
import { messageDto, sessionDto, type User } from "../schema";
import { type Passkey, passkeyDto, passkeyOptionsDto } from "./security-schema";

type Library = typeof import("@simplewebauthn/browser");

/** Messages by the name of the browser's error; "" is the default. */
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

/**
 * Asks the device, with a library that is loaded on demand. @throws ApiError with a message for
 * people
 */
async function onDevice<T>(failures: Failures, ask: (library: Library) => Promise<T>): Promise<T> {
  const library = await import("@simplewebauthn/browser").catch(() => {
    throw networkError();
  });
  try {
    return await ask(library);
  } catch (error) {
    const text = failures[error instanceof Error ? error.name : ""] ?? failures[""];
    throw new ApiError(text, 0, "unknown");
  }
}

/** Makes a passkey on this device and adds it to the user's account. @throws ApiError */
export async function addPasskey(password: string): Promise<Passkey> {
  const ask = { method: "POST", body: { password }, response: passkeyOptionsDto } as const;
  const { options } = await api("/auth/passkeys/options", ask);
  // The library validates the rest; its errors become messages for people.
  type Options = Parameters<Library["startRegistration"]>[0]["optionsJSON"];
  const credential = await onDevice(adding, ({ startRegistration }) =>
    startRegistration({ optionsJSON: options as unknown as Options }),
  );
  const call = { method: "POST", body: { credential }, response: passkeyDto } as const;
  return (await api("/auth/passkeys", call)).passkey;
}

/** @throws ApiError */
export const renamePasskey = (id: string, name: string): Promise<{ message: string }> =>
  api(`/auth/passkeys/${id}`, { method: "PUT", body: { name }, response: messageDto });

/** @throws ApiError */
export const removePasskey = (id: string): Promise<{ message: string }> =>
  api(`/auth/passkeys/${id}`, { method: "DELETE", response: messageDto }).catch(
    ignoreNotFound("This passkey is removed already."),
  );

/** Signs in with a passkey of this device or of another one nearby. @throws ApiError */
export async function loginWithPasskey(): Promise<User> {
  const ask = { method: "POST", response: passkeyOptionsDto } as const;
  const { options } = await api("/auth/login/passkey/options", ask);
  const credential = await onDevice(choosing, ({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options }),
  );
  const body = { credential };
  const call = { method: "POST", body, skipSessionCheck: true, response: sessionDto } as const;
  return (await api("/auth/login/passkey", call)).user;
}
