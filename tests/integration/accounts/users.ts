import { createHash, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { POST as register } from "@/app/api/auth/register/route";
import { db } from "@/lib/platform/db";
import { call, freshAddress, newRegistration } from "./requests";

/** A person who has registered from a client address of their own. */
export async function join(overrides: Record<string, unknown> = {}) {
  const person = newRegistration(overrides);
  const { status, body } = await call(register, "POST", { body: person, headers: freshAddress() });
  expect(status).toBe(201);
  return { ...person, token: body.token as string, id: body.user._id as string };
}

/** The row of a picture, with no bytes behind it. */
export async function picture(uploaderId: string | null, mediaType = "image/webp") {
  const sha256 = createHash("sha256").update(randomUUID()).digest("hex");
  const extension = mediaType.split("/")[1] ?? "";
  return db.mediaObject.create({
    data: {
      sha256,
      extension,
      mediaType,
      width: 8,
      height: 8,
      bytes: 64,
      ...(uploaderId ? { uploads: { create: { userId: uploaderId } } } : {}),
    },
  });
}
