import { createHmac } from "node:crypto";
import type { Locator } from "@playwright/test";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What an authenticator app shows for a secret (RFC 6238), `away` periods from now. */
export function codeOf(secret: string, away = 0): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = (bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + away));
  const mac = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** The secret as it stands below the QR code. */
export const secretIn = async (dialog: Locator): Promise<string> =>
  ((await dialog.locator("code").textContent()) ?? "").replace(/\s/g, "");
