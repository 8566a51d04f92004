import "server-only";
import { type Device, renewSession } from "@/lib/platform/auth/sessions";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";

/** Ends one of the user's sessions, from its next request on. @throws AppError `not_found` */
export async function endSession(viewer: Viewer, id: string): Promise<{ message: string }> {
  const where = { id, userId: viewer.id };
  const session = await db.session.findUnique({ where, select: { device: true } });
  if (!session) throw notFound("session");
  await db.session.deleteMany({ where });
  return { message: `${session.device} is signed out.` };
}

/** Ends all sessions and opens one for this browser. */
export async function endOtherSessions(
  viewer: Viewer,
  device: Device,
): Promise<{ message: string; token: string }> {
  const token = await db.$transaction((tx) => renewSession(tx, viewer, device, "all"));
  return { message: "Every other session is signed out.", token };
}
