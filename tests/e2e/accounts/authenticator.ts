import { createHmac } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { ownOrigin } from "@/tests/support/call";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code of an authenticator app for a secret (RFC 6238), `away` periods of 30 s from now. */
export function codeOf(secret: string, away = 0): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = (bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + away));
  const mac = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** The code of the period before; waits if it would expire on its way to the server. */
export async function previousCodeOf(page: Page, secret: string): Promise<string> {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 5_000) await page.waitForTimeout(left);
  return codeOf(secret, -1);
}

/** The secret below the QR code. */
export const secretIn = async (dialog: Locator): Promise<string> =>
  ((await dialog.locator("code").textContent()) ?? "").replace(/\s/g, "");

/** Turns two-step sign-in on for the account that is signed in. @returns the secret of the app */
export async function turnOnTwoStep(
  page: Page,
  password: string,
  origin = ownOrigin(),
): Promise<string> {
  const address = `${origin}/api/auth/two-step`;
  const headers = { origin };
  const begun = await page.request.post(address, { headers, data: { password } });
  const { secret } = await begun.json();
  const code = await previousCodeOf(page, secret);
  expect((await page.request.put(address, { headers, data: { code } })).status()).toBe(200);
  return secret;
}
