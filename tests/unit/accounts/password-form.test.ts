import { expect, it } from "vitest";
import { changePasswordForm, passwordForm } from "@/lib/accounts/schema";

const said = (form: typeof passwordForm, currentPassword: string, newPassword: string) =>
  form
    .safeParse({ currentPassword, newPassword, confirmPassword: newPassword })
    .error?.issues.map(({ path, message }) => [path[0], message]) ?? [];

it("an empty current password is told beside every other error, where there is a password", () => {
  const empty = ["currentPassword", "Current password is required"];
  expect(said(changePasswordForm, "", "short")).toContainEqual(empty);
  expect(said(changePasswordForm, "", "Lamplight1")).toEqual([empty]);
  expect(said(changePasswordForm, "Lamplight0", "Lamplight1")).toEqual([]);
  expect(said(passwordForm, "", "Lamplight1")).toEqual([]);
});
