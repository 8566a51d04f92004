import sharp from "sharp";
import { unknownId } from "../harness";
import { type Access, password } from "./subject";

let newRegistrations = 0;
const newRegistration = () => {
  newRegistrations += 1;
  return {
    username: `newcomer-${newRegistrations}`,
    email: `newcomer-${newRegistrations}@comics.test`,
    password,
  };
};

const picture = await sharp({
  create: { width: 8, height: 8, channels: 3, background: "#336699" },
})
  .png()
  .toBuffer();
const form = () => {
  const data = new FormData();
  data.set("image", new File([new Uint8Array(picture)], "a.png", { type: "image/png" }));
  return data;
};

export const accounts: Record<string, Access> = {
  "GET /auth/export": { policy: "account", success: 200 },
  "GET /spending": { policy: "account", success: 200 },
  "GET /users/{username}": {
    policy: "open",
    success: 200,
    params: ({ owner }) => ({ username: owner.username }),
  },
  "POST /auth/register": { policy: "open", success: 201, body: newRegistration },
  "GET /auth/me": { policy: "account", success: 200 },
  "POST /auth/logout": { policy: "open", success: 200 },
  "PUT /auth/profile": { policy: "account", success: 200, body: () => ({ firstName: "Ada" }) },
  "PUT /auth/password": {
    policy: "account",
    success: 200,
    body: () => ({ currentPassword: password, newPassword: "Another-horse-2" }),
  },
  "DELETE /auth/account": { policy: "account", success: 200, body: () => ({ password }) },
  "GET /auth/providers": { policy: "open", success: 200 },
  "GET /auth/connections": { policy: "account", success: 200 },
  // Nothing is connected: the rule is reached, which is what this asks.
  "DELETE /auth/connections/{provider}": {
    policy: "account",
    success: 404,
    params: () => ({ provider: "github" }),
  },
  "GET /auth/sessions": { policy: "account", success: 200 },
  "DELETE /auth/sessions": { policy: "account", success: 200 },
  "DELETE /auth/sessions/{sessionId}": {
    policy: "account",
    success: 404,
    params: () => ({ sessionId: unknownId }),
  },
  "GET /auth/two-step": { policy: "account", success: 200 },
  "POST /auth/two-step": { policy: "account", success: 201, body: () => ({ password }) },
  // Nothing was begun: the rule is reached, which is what this asks.
  "PUT /auth/two-step": { policy: "account", success: 409, body: () => ({ code: "123456" }) },
  "DELETE /auth/two-step": { policy: "account", success: 200, body: () => ({ password }) },
  "GET /auth/passkeys": { policy: "account", success: 200 },
  // No device has answered: the rule is reached, which is what this asks.
  "POST /auth/passkeys": { policy: "account", success: 400, body: () => ({}) },
  "POST /auth/passkeys/options": { policy: "account", success: 200, body: () => ({ password }) },
  "PUT /auth/passkeys/{passkeyId}": {
    policy: "account",
    success: 404,
    params: () => ({ passkeyId: unknownId }),
    body: () => ({ name: "Phone" }),
  },
  "DELETE /auth/passkeys/{passkeyId}": {
    policy: "account",
    success: 404,
    params: () => ({ passkeyId: unknownId }),
  },
  "GET /auth/app-passwords": { policy: "account", success: 200 },
  "POST /auth/app-passwords": {
    policy: "account",
    success: 201,
    body: () => ({ name: "E-reader", password }),
  },
  "DELETE /auth/app-passwords/{appPasswordId}": {
    policy: "account",
    success: 404,
    params: () => ({ appPasswordId: unknownId }),
  },
  "POST /auth/login/passkey": { policy: "open", success: 400, body: () => ({}) },
  "POST /auth/login/passkey/options": { policy: "open", success: 200 },
  "POST /auth/login": {
    policy: "open",
    success: 200,
    body: ({ id }) => ({ email: `login-${id}@comics.test`, password }),
  },
  "POST /auth/forgot-password": {
    policy: "open",
    success: 200,
    body: ({ id }) => ({ email: `login-${id}@comics.test` }),
  },
  // The link decides, not who is signed in: none of ours is shown.
  "POST /auth/reset-password": {
    policy: "open",
    success: 400,
    body: () => ({ token: "x", newPassword: "Another-horse-2" }),
  },
  "POST /auth/reset-password/check": { policy: "open", success: 400, body: () => ({ token: "x" }) },
  "POST /auth/confirm-email": { policy: "open", success: 400, body: () => ({ token: "x" }) },
  "POST /auth/send-verification": { policy: "account", success: 200 },
  "POST /upload/image": { policy: "account", success: 201, body: form },
  "POST /upload/ticket": {
    policy: "account",
    success: 201,
    body: () => ({ size: 5_000_000, mediaType: "image/png" }),
  },
};
