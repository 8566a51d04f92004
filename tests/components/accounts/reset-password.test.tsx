import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ResetPasswordForm } from "@/components/accounts/sign-in/reset-password-form";
import { expectAccessible } from "../support/accessibility";
import { testUser } from "../support/builders";
import { fill, render } from "../support/render";
import { failWith, networkError, server } from "../support/server";

const reset = "POST /api/auth/reset-password";

/** Came with the link of a mail. */
async function atForm(asksCode: boolean) {
  const api = server({ "POST /api/auth/reset-password/check": { asksCode } });
  const { user } = await render(<ResetPasswordForm />, { at: "/reset-password#a-token" });
  return { api, user };
}

const save = (user: UserEvent) =>
  user.dblClick(screen.getByRole("button", { name: "Save Password" }));

async function choose(user: UserEvent) {
  await fill(user, screen.getByLabelText("New password"), "Another2pass");
  await fill(user, screen.getByLabelText("Confirm new password"), "Another2pass");
  await save(user);
}

it("a new password whose response was lost is not reported as refused", async () => {
  const { api, user } = await atForm(false);
  const message = "This link has expired or was used already.";
  const used = failWith("validation_failed", message, { errors: [{ field: "token", message }] });
  api.answer({ [reset]: ({ count }: { count: number }) => (count === 1 ? networkError() : used) });
  await choose(user);
  await screen.findByText("Network error - please check your connection");
  await save(user);
  await screen.findByText(/^Your new password may already be saved/);
  const link = screen.getByRole("link", { name: "Go to Sign In" });
  expect(link.getAttribute("href")).toBe("/login");
  const sent = { token: "a-token", newPassword: "Another2pass" };
  expect(api.sent(reset)).toEqual([sent, sent]);
});

it("S10 a new password by mail asks for the code as well, and keeps what was typed", async () => {
  const { api, user } = await atForm(true);
  const wrong = "This code is not right. Enter the newest one.";
  const errors = [{ field: "code", message: wrong }];
  api.answer({ [reset]: failWith("invalid_credentials", wrong, { errors }) });
  await screen.findByText(/^Your account uses two-step sign-in/);
  await choose(user);
  await screen.findByText("Enter the code");
  await expectAccessible();
  await fill(user, screen.getByLabelText("Code"), "000");
  await save(user);
  await screen.findByText(/^This code is not right/);
  expect(screen.getByLabelText("New password")).toHaveProperty("value", "Another2pass");
  const message = "Your password is changed. Other devices you are signed out.";
  api.answer({ [reset]: { user: testUser(), token: "token", message } });
  await fill(user, screen.getByLabelText("Code"), "123456");
  await save(user);
  await screen.findByText(/Your password is changed.+ You are signed in here/);
  const sent = { token: "a-token", newPassword: "Another2pass" };
  expect(api.sent(reset)).toEqual([
    { ...sent, code: "000" },
    { ...sent, code: "123456" },
  ]);
});
