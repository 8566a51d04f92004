import { expect } from "vitest";
import { POST as register } from "@/app/api/auth/register/route";
import { call, freshAddress, newRegistration } from "./requests";

/** A person who has registered from a client address of their own. */
export async function join(overrides: Record<string, unknown> = {}) {
  const person = newRegistration(overrides);
  const { status, body } = await call(register, "POST", { body: person, headers: freshAddress() });
  expect(status).toBe(201);
  return { ...person, token: body.token as string, id: body.user._id as string };
}
