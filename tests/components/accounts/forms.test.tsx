import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { usePathname } from "next/navigation";
import { describe, expect, it, vi } from "vitest";
import { AccountSlot } from "@/components/accounts/account-slot";
import { ForgotPasswordForm } from "@/components/accounts/sign-in/forgot-password-form";
import { LoginForm } from "@/components/accounts/sign-in/login-form";
import { RegisterForm } from "@/components/accounts/sign-in/register-form";
import { ResetPasswordForm } from "@/components/accounts/sign-in/reset-password-form";
import { Header } from "@/components/shell/header";
import { expectAccessible } from "../support/accessibility";
import { testUser } from "../support/builders";
import { advanceTime, fakeTime, fill, render } from "../support/render";
import { router } from "../support/router";
import { failWith, networkError, raw, server } from "../support/server";

const startAuthentication = vi.hoisted(() => vi.fn());
vi.mock("@simplewebauthn/browser", () => ({ startAuthentication }));

const signIn = "POST /api/auth/login";
const register = "POST /api/auth/register";

/** Of each address its form. */
function Forms() {
  const path = usePathname();
  if (path === "/register") return <RegisterForm from="/" inviteCode="" />;
  return path === "/forgot-password" ? <ForgotPasswordForm /> : <LoginForm from="/" />;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (user: UserEvent, name: string) => user.click(screen.getByRole("button", { name }));
const described = (label: string) =>
  (field(label).getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent)
    .join(" ");

async function fillAll(user: UserEvent, values: Record<string, string>) {
  for (const [label, words] of Object.entries(values)) await fill(user, field(label), words);
}

/** A form without what another test typed: the email goes along while the page stands. */
async function atForm(at: "/login" | "/register" | "/forgot-password") {
  const { user } = await render(<Forms />, { at });
  await user.clear(field("Email"));
  return user;
}

const account = { Email: "mara@example.com", Password: "Secret1pass" };
const newcomer = { Username: "mara", ...account, "Confirm password": "Secret1pass" };

describe("the sign-in form", () => {
  it("shows the error on its field until the field is edited", async () => {
    server({ [signIn]: failWith("invalid_credentials", "Invalid email or password") });
    const user = await atForm("/login");
    await press(user, "Sign In");
    await screen.findByText("Email is required");
    screen.getByText("Password is required");
    await waitFor(() => expect(document.activeElement).toBe(field("Email")));
    await fill(user, field("Email"), "nobody");
    expect(screen.queryByText("Email is required")).toBeNull();
    screen.getByText("Password is required");
    await press(user, "Sign In");
    await screen.findByText("Email is invalid");

    await fillAll(user, { ...account, Password: "Wrong1pass" });
    await press(user, "Sign In");
    const wrong = "Invalid email or password";
    expect(await screen.findAllByText(wrong)).toHaveLength(2);
    for (const label of ["Email", "Password"]) {
      expect(field(label).getAttribute("aria-invalid")).toBe("true");
      expect(described(label)).toContain(wrong);
    }
    await user.type(field("Email"), "m");
    expect(screen.getAllByText(wrong)).toHaveLength(1);
  });

  it("shows and hides the password", async () => {
    const user = await atForm("/login");
    await fill(user, field("Password"), "Secret1pass");
    for (const type of ["password", "text", "password"]) {
      expect(field("Password").type).toBe(type);
      await press(user, "Show password");
    }
  });

  it("passes its email to the other form and back, but never the password", async () => {
    const user = await atForm("/login");
    await fillAll(user, account);
    await user.click(screen.getByRole("link", { name: "Create an account" }));
    expect(router.href).toBe("/register");
    expect([field("Email").value, field("Password").value]).toEqual(["mara@example.com", ""]);
    await fill(user, field("Email"), "mara.lund@example.com");
    await user.click(screen.getByRole("link", { name: "Sign in" }));
    expect(router.href).toBe("/login");
    expect([field("Email").value, field("Password").value]).toEqual(["mara.lund@example.com", ""]);
    const stored = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    expect(JSON.stringify(stored)).not.toContain("mara");
  });
});

describe("the registration form", () => {
  it("checks every rule", async () => {
    const user = await atForm("/login");
    await user.click(screen.getByRole("link", { name: "Create an account" }));
    expect(router.href).toBe("/register");
    expect(screen.queryByLabelText(/invite/i)).toBeNull();
    await press(user, "Create Account");
    await screen.findByText("Username is required");
    for (const rule of [
      "Email is required",
      "Password is required",
      "Please confirm your password",
    ]) {
      screen.getByText(rule);
    }
    await fill(user, field("Username"), "ab");
    expect(screen.queryByText("Username is required")).toBeNull();
    await fillAll(user, {
      Email: "mara@nowhere",
      Password: "secret1pass",
      "Confirm password": "Secret1pass",
    });
    await press(user, "Create Account");
    await screen.findByText("Username must be at least 3 characters");
    screen.getByText("Email is invalid");
    screen.getByText(
      "Password must contain at least one lowercase letter, one uppercase letter, and one number",
    );
    await fillAll(user, { Username: "mara l", Email: account.Email, Password: "Se1" });
    await press(user, "Create Account");
    await screen.findByText("Username can only contain letters, numbers, underscores, and hyphens");
    screen.getByText("Password must be at least 6 characters");
    // The hint with all rules stays beside the error.
    screen.getByText(/^At least 6 characters, with an uppercase letter/);
    await fillAll(user, { Username: "mara_l-1", Password: "Secret2pass" });
    await press(user, "Create Account");
    await screen.findByText("Passwords do not match");
    await user.click(screen.getByRole("link", { name: "Sign in" }));
    expect(router.href).toBe("/login");
  });

  it("shows on the field that a name or an email is taken", async () => {
    const taken = "This username is already taken";
    const errors = [
      { field: "username", message: taken },
      { field: "email", message: "An account with this email already exists" },
    ];
    server({ [register]: failWith("username_taken", taken, { errors }) });
    const user = await atForm("/register");
    await fillAll(user, newcomer);
    await press(user, "Create Account");
    await waitFor(() => expect(described("Username")).toMatch(/username.*taken/));
    expect(described("Email")).toMatch(/email.*exists/);
    expect(document.activeElement).toBe(field("Username"));
  });
});

const badGateway = raw("<h1>Bad Gateway</h1>", 502);
it.each([
  ["/login", account, "Sign In", signIn, badGateway, "Login failed"],
  ["/register", newcomer, "Create Account", register, badGateway, "Registration failed"],
  [
    "/login",
    account,
    "Sign In",
    signIn,
    networkError,
    "Network error - please check your connection",
  ],
] as const)(
  "at %s a press without an answer of ours says what has failed, and what was typed stays (%#)",
  async (at, values, action, call, answer, said) => {
    server({ [call]: answer === networkError ? networkError() : answer });
    const user = await atForm(at);
    await fillAll(user, values);
    await press(user, action);
    await screen.findByText(said);
    for (const [label, words] of Object.entries(values)) expect(field(label).value).toBe(words);
  },
);

it("the form for a forgotten password shows its error and keeps the address", async () => {
  server({ "POST /api/auth/forgot-password": networkError() });
  const user = await atForm("/login");
  await user.click(screen.getByRole("link", { name: "Forgot password?" }));
  expect(router.href).toBe("/forgot-password");
  await fill(user, field("Email"), "nobody");
  await press(user, "Send Link");
  await screen.findByText("Email is invalid");
  expect(document.activeElement).toBe(field("Email"));
  await fill(user, field("Email"), "nobody@example.com");
  screen.getByRole("button", { name: "Send Link" }).focus();
  await user.keyboard("{Enter}");
  await screen.findByText("Network error - please check your connection");
  expect(field("Email").value).toBe("nobody@example.com");
});

it("offline, no passkey is requested, and a message says why", async () => {
  server({ "POST /api/auth/login/passkey/options": networkError() });
  const user = await atForm("/login");
  await press(user, "Sign in with a passkey");
  await screen.findByText("Network error - please check your connection");
  expect(startAuthentication).not.toHaveBeenCalled();
});

const atHeader = async () => {
  fakeTime();
  await render(
    <>
      <Header>
        <AccountSlot />
      </Header>
      <LoginForm from="/" />
    </>,
    { at: "/login" },
  );
};

it("a visitor sees 'Sign In' without a request for the session", async () => {
  await atHeader();
  await advanceTime(500);
  screen.getByRole("link", { name: "Sign In" });
});

it("a session hint without a session is cleared with one call", async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the page reads it
  document.cookie = "signed_in=1; Path=/";
  const api = server({
    "GET /api/auth/me": failWith("unauthorized", "Please sign in"),
    "POST /api/auth/logout": { message: "Signed out" },
  });
  await atHeader();
  await advanceTime(500);
  screen.getByRole("link", { name: "Sign In" });
  expect(api.calls("GET /api/auth/me")).toHaveLength(1);
  await waitFor(() => expect(api.calls("POST /api/auth/logout")).toHaveLength(1));
});

const reset = "POST /api/auth/reset-password";

/** Came with the link of a mail. */
async function atReset(asksCode: boolean) {
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
  const { api, user } = await atReset(false);
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
  const { api, user } = await atReset(true);
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
