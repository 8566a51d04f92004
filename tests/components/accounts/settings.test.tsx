import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AccountSlot } from "@/components/accounts/account-slot";
import { DeleteAccountDialog } from "@/components/accounts/settings/delete-account-dialog";
import { PasswordDialog } from "@/components/accounts/settings/password-dialog";
import { ProfileDialog } from "@/components/accounts/settings/profile-dialog";
import { Sessions } from "@/components/accounts/settings/sessions";
import { Header } from "@/components/shell/header";
import { testId, testUser } from "../support/builders";
import { fill, render } from "../support/render";
import { failWith, raw, server } from "../support/server";

const viewer = testUser();
const open = { user: viewer, open: true, onOpenChange: () => {} };
const press = (name: string) => screen.getByRole("button", { name });

it("an account is deleted with its password, and its owner becomes a visitor on the home page", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  const remove = "DELETE /api/auth/account";
  const api = server({ [remove]: { message: "Your account is deleted." } });
  const page = (isOpen: boolean) => (
    <>
      <Header>
        <AccountSlot />
      </Header>
      <DeleteAccountDialog {...open} open={isOpen} />
    </>
  );
  const { user, rerender } = await render(page(true), { viewer, at: "/dashboard" });
  await user.click(press("Delete for Good"));
  await screen.findByText("Password is required");
  await fill(user, screen.getByLabelText("Password"), "Secret1pass");
  await user.dblClick(press("Delete for Good"));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
  expect(api.sent(remove)).toEqual([{ password: "Secret1pass" }]);
  rerender(page(false));
  await screen.findByRole("link", { name: "Sign In" });
});

it.each([
  [
    <ProfileDialog key="profile" {...open} onSaved={() => {}} />,
    { "First name": "Grace" },
    "Save",
    "PUT /api/auth/profile",
    "Profile update failed",
  ],
  [
    <PasswordDialog key="password" {...open} hasApps={false} onChanged={() => {}} />,
    {
      "Current password": "Secret1pass",
      "New password": "Another2pass",
      "Confirm new password": "Another2pass",
    },
    "Save Password",
    "PUT /api/auth/password",
    "Password change failed",
  ],
] as const)(
  "where the server says nothing, a form of the dashboard says what has failed (%#)",
  async (dialog, values, action, call, said) => {
    server({ [call]: raw("<h1>Bad Gateway</h1>", 502) });
    const { user } = await render(dialog, { viewer, at: "/dashboard" });
    for (const [label, words] of Object.entries(values)) {
      await fill(user, screen.getByLabelText(new RegExp(`^${label}`)), words);
    }
    await user.click(press(action));
    await screen.findByText(said);
  },
);

it("a session that cannot be ended stays on the list, with the reason", async () => {
  server({
    "DELETE /api/auth/sessions/{sessionId}": failWith(
      "unavailable",
      "The service is busy right now.",
    ),
  });
  const at = "2026-11-01T08:00:00.000Z";
  const facts = { network: "10.0.0.0", createdAt: at, lastSeenAt: at };
  const sessions = [
    { ...facts, _id: testId("1"), device: "Chrome on Linux", isCurrent: true },
    { ...facts, _id: testId("2"), device: "Firefox on Linux", isCurrent: false },
  ];
  const { user } = await render(<Sessions sessions={sessions} />, { viewer, at: "/dashboard" });
  const list = within(screen.getByRole("region", { name: "Signed-in devices" }));
  await user.click(list.getByRole("button", { name: /^Sign Out: / }));
  await screen.findByText("The service is busy right now.");
  expect(list.getAllByRole("heading", { level: 3 })).toHaveLength(3);
});
