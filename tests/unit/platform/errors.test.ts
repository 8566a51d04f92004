import { expect, it, vi } from "vitest";

it("an error of another bundle's copy of the class is recognized", async () => {
  const { AppError } = await import("@/lib/platform/errors");
  vi.resetModules();
  const other = await import("@/lib/platform/errors");
  expect(other.AppError).not.toBe(AppError);
  const error = new other.AppError("ai_rate_limited", "Busy", { retryAfter: 2 });
  expect(error).toBeInstanceOf(AppError);
  expect(error instanceof AppError && error.status).toBe(429);
  class Narrower extends AppError {}
  expect(error).not.toBeInstanceOf(Narrower);
  expect(new Narrower("internal", "Oh")).toBeInstanceOf(Narrower);
  expect(new Narrower("internal", "Oh")).toBeInstanceOf(AppError);
  expect(new Error("Busy")).not.toBeInstanceOf(AppError);
  expect({ code: "internal" }).not.toBeInstanceOf(AppError);
});
