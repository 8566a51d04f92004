import "server-only";
import { isIPv4 } from "node:net";
import { userAgent } from "next/server";
import { db, type Tx } from "../db";
import { clientAddress } from "../http/client-address";
import { log } from "../log";
import { mintToken, readToken } from "./token";
import type { Viewer } from "./viewer";

/** Origin of a request as the list of sessions shows it: never the complete address. */
export interface Device {
  name: string;
  network: string;
}

export function deviceOf(headers: Headers): Device {
  const { browser, os } = userAgent({ headers });
  const name = [browser.name ?? "Unknown browser", os.name].filter(Boolean).join(" on ");
  return { name: name.slice(0, 80), network: networkOf(clientAddress(headers)) };
}

/** An IPv6 address arrives as its /64 already. */
function networkOf(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, "0/24");
  return address.endsWith("::/64") ? address : "";
}

/**
 * Opens a session: its token is valid as long as its row exists. Call it in the transaction that
 * checks how the user signs in, so that a sign-in with a password, passkey or service that another
 * request removes at the same time opens none.
 * @returns the token
 */
export async function startSession(
  tx: Tx,
  userId: string,
  { name, network }: Device,
  createdAt = new Date(),
): Promise<string> {
  const token = await mintToken(userId);
  const claims = await readToken(token);
  if (!claims) throw new Error("A new token cannot be read.");
  const expiresAt = new Date(claims.expiresAt * 1_000);
  await tx.session.create({
    data: { id: claims.tokenId, userId, device: name, network, createdAt, expiresAt },
    select: { id: true },
  });
  return token;
}

/**
 * Lets the viewer's session continue under a new token, for this device.
 * @param ends whether only its old token ends, or all other sessions as well
 */
export async function renewSession(
  tx: Tx,
  { id: userId, tokenId: id }: Viewer,
  device: Device,
  ends: "own" | "all",
): Promise<string> {
  const before = await tx.session.findUnique({ where: { id }, select: { createdAt: true } });
  await tx.session.deleteMany({ where: ends === "all" ? { userId } : { id } });
  return startSession(tx, userId, device, before?.createdAt);
}

/** Records that a session was used; a failure is logged and never fails a request. */
export const touchSession = (id: string, { name, network }: Device): Promise<unknown> =>
  db.session
    .updateMany({ where: { id }, data: { lastSeenAt: new Date(), device: name, network } })
    .catch((error) => log.warn({ err: error }, "a session could not be recorded"));
