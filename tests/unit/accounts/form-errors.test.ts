import { describe, expect, it } from "vitest";
import { mapLoginError, mapRegisterError } from "@/components/accounts/form-errors";
import { mapFormError } from "@/components/ui/forms/form-errors";
import { ApiError } from "@/lib/platform/http/api-error";

const failed = (message: string, status = 401, errors: { field: string; message: string }[] = []) =>
  new ApiError(message, status, "unknown", errors);

describe("the error catalogue of the sign-in form", () => {
  it.each([
    ["Invalid email or password", ["email", "password"]],
    ["INVALID EMAIL OR PASSWORD.", ["email", "password"]],
    ["This account is deactivated. Please contact support.", ["email"]],
    ["No such email", ["email"]],
    ["Wrong password", ["password"]],
    ["The moon is full", []],
  ])("shows %j on %j", (message, fields) => {
    const placed = mapLoginError(failed(message));
    expect(placed.fields).toEqual(fields.map((field) => ({ field, message })));
    expect(placed.text).toBe(fields.length > 0 ? null : message);
  });

  it("uses the fields that the server names", () => {
    const errors = [{ field: "password", message: "Password is too long" }];
    expect(mapLoginError(failed("Password is too long", 400, errors)).fields).toEqual(errors);
  });

  it("has a message for any other error", () => {
    expect(mapLoginError(new Error("boom"))).toEqual({ fields: [], text: "Login failed" });
    const offline = failed("Network error - please check your connection", 0);
    expect(mapLoginError(offline).text).toBe("Network error - please check your connection");
    const limited = failed("Too many failed attempts. Please wait 3 minutes.", 429);
    expect(mapLoginError(limited).text).toBe("Too many failed attempts. Please wait 3 minutes.");
  });
});

describe("the error catalogue of the registration form", () => {
  it.each([
    ["This username is already taken", ["username"]],
    ["An account with this email already exists", ["email"]],
    ["That username is nice", []],
    ["Email the support", []],
  ])("shows %j on %j", (message, fields) => {
    const placed = mapRegisterError(failed(message, 409));
    expect(placed.fields.map(({ field }) => field)).toEqual(fields);
    expect(placed.text).toBe(fields.length > 0 ? null : message);
  });

  it("shows both errors where both are taken", () => {
    const errors = [
      { field: "username", message: "This username is already taken" },
      { field: "email", message: "An account with this email already exists" },
    ];
    expect(mapRegisterError(failed("This username is already taken", 409, errors))).toEqual({
      fields: errors,
      text: null,
    });
    expect(mapRegisterError(undefined).text).toBe("Registration failed");
  });
});

describe("the other forms", () => {
  it("show errors on known fields and toast the rest", () => {
    const errors = [{ field: "currentPassword", message: "Current password is incorrect" }];
    const error = failed("Current password is incorrect", 400, errors);
    expect(mapFormError(error, ["currentPassword"], "Password change failed")).toEqual({
      fields: errors,
      text: null,
    });
    expect(mapFormError(error, ["email"], "Profile update failed").text).toBe(error.message);
    expect(mapFormError(new TypeError(), [], "Profile update failed").text).toBe(
      "Profile update failed",
    );
  });
});
