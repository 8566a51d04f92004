import "server-only";
import { type Device, startSession } from "@/lib/platform/auth/sessions";
import { revokeToken } from "@/lib/platform/auth/token-revocation";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";

/** Ends one of the user's sessions, from its next request on. @throws AppError `not_found` */
export async function endSession(viewer: Viewer, id: string): Promise<{ message: string }> {
  const session = await db.session.findUnique({ where: { id, userId: viewer.id } });
  if (!session) throw notFound("session");
  const expiresAt = session.expiresAt.getTime() / 1000;
  await revokeToken({ userId: viewer.id, tokenId: id, expiresAt });
  return { message: `${session.device} is signed out.` };
}

/** Ends all sessions, unlisted ones too, and opens one for this browser. */
export async function endOtherSessions(
  viewer: Viewer,
  device: Device,
): Promise<{ message: string; token: string }> {
  const user = await db.user.update({
    where: { id: viewer.id },
    data: { sessionVersion: { increment: 1 } },
    select: { id: true, sessionVersion: true },
  });
  const token = await startSession(user, device, viewer.tokenId);
  return { message: "Every other session is signed out.", token };
}
