import sharp from "sharp";
import { type Access, account, onNothing, open, password } from "./subject";

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

/** The rule is reached, which is what this asks; there is nothing for it to do. */
const nothing = { connected: 404, begun: 409, answered: 400, linked: 400 };
const chosen = "Another-horse-2";

export const accounts: Record<string, Access> = {
  "GET /auth/export": account(200),
  "GET /spending": account(200),
  "GET /users/{username}": open(200, { params: ({ owner }) => ({ username: owner.username }) }),
  "POST /auth/register": open(201, { body: newRegistration }),
  "GET /auth/me": account(200),
  "POST /auth/logout": open(200),
  "PUT /auth/profile": account(200, {}, { firstName: "Ada" }),
  "PUT /auth/password": account(200, {}, { currentPassword: password, newPassword: chosen }),
  "DELETE /auth/account": account(200, {}, { password }),
  "GET /auth/providers": open(200),
  "GET /auth/connections": account(200),
  "DELETE /auth/connections/{provider}": account(nothing.connected, {
    params: () => ({ provider: "github" }),
  }),
  "GET /auth/sessions": account(200),
  "DELETE /auth/sessions": account(200),
  "DELETE /auth/sessions/{sessionId}": account(404, onNothing("sessionId")),
  "GET /auth/two-step": account(200),
  "POST /auth/two-step": account(201, {}, { password }),
  "PUT /auth/two-step": account(nothing.begun, {}, { code: "123456" }),
  "DELETE /auth/two-step": account(200, {}, { password }),
  "GET /auth/passkeys": account(200),
  "POST /auth/passkeys": account(nothing.answered, {}, {}),
  "POST /auth/passkeys/options": account(200, {}, { password }),
  "PUT /auth/passkeys/{passkeyId}": account(404, onNothing("passkeyId"), { name: "Phone" }),
  "DELETE /auth/passkeys/{passkeyId}": account(404, onNothing("passkeyId")),
  "GET /auth/app-passwords": account(200),
  "POST /auth/app-passwords": account(201, {}, { name: "E-reader", password }),
  "DELETE /auth/app-passwords/{appPasswordId}": account(404, onNothing("appPasswordId")),
  "POST /auth/login/passkey": open(nothing.answered, {}, {}),
  "POST /auth/login/passkey/options": open(200),
  "POST /auth/login": open(200, {
    body: ({ id }) => ({ email: `login-${id}@comics.test`, password }),
  }),
  "POST /auth/forgot-password": open(200, {
    body: ({ id }) => ({ email: `login-${id}@comics.test` }),
  }),
  // The link decides, not who is signed in: none of ours is shown.
  "POST /auth/reset-password": open(nothing.linked, {}, { token: "x", newPassword: chosen }),
  "POST /auth/reset-password/check": open(nothing.linked, {}, { token: "x" }),
  "POST /auth/confirm-email": open(nothing.linked, {}, { token: "x" }),
  "POST /auth/send-verification": account(200),
  "POST /upload/image": account(201, { body: form }),
  "POST /upload/ticket": account(201, {}, { size: 5_000_000, mediaType: "image/png" }),
};
