import { expect, it } from "vitest";
import { manifest } from "@/app/api/manifest";
import { declaredCalls } from "@/lib/platform/http/openapi";
import { fieldErrors } from "@/lib/platform/http/respond";
import { visitor } from "./harness";

it("a missing field has the error of an empty one, in every call", () => {
  const told: string[] = [];
  for (const { method, path, declaration } of declaredCalls(manifest)) {
    const { body } = declaration;
    const without = body?.safeParse({}).error;
    if (!body || !without) continue;
    for (const { field, message } of fieldErrors(without)) {
      const empty = body.safeParse({ [field]: "" }).error;
      const said = empty && fieldErrors(empty).find((one) => one.field === field)?.message;
      // Only texts can be empty.
      if (!said || said.startsWith("Invalid")) continue;
      expect(message, `${method} ${path} without ${field}`).toBe(said);
      told.push(message);
    }
  }
  expect(told).toEqual(
    expect.arrayContaining([
      "Email is required",
      "Password is required",
      "Username is required",
      "Title is required",
      "Character name is required",
      "Scene prompt is required",
    ]),
  );
});

it.each([
  ["an empty object", {}],
  ["no body at all", undefined],
])("a sign-in with %s names what is missing", async (_, body) => {
  const answer = await visitor.post("/auth/login", body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([
    { field: "email", message: "Email is required" },
    { field: "password", message: "Password is required" },
  ]);
  expect(answer.body.message).toBe("Email is required");
});
