import { expect, it, vi } from "vitest";
import { POST as forgot } from "@/app/api/auth/forgot-password/route";
import { POST as login } from "@/app/api/auth/login/route";
import { db } from "@/lib/platform/db";
import { call, freshAddress, newRegistration } from "./requests";
import { join } from "./users";

// Passwords take their time here.
vi.unmock("@node-rs/argon2");

/**
 * Whether the medians of all take as long as the first one's. Other tests run beside this one: 40
 * rounds where they suffice, up to 200 where they disturb.
 */
async function expectSameTime(
  emails: [string, ...string[]],
  most: number,
  ask: (email: string) => Promise<unknown>,
): Promise<void> {
  const times = emails.map(() => [] as number[]);
  const medians = () => times.map((all) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0);
  const ratios = () => medians().map((median) => median / (medians()[0] ?? 0));
  const areAlike = () => ratios().every((ratio) => Math.abs(ratio - 1) < most);
  for (let round = 1; round <= 200 && (round <= 40 || !areAlike()); round++) {
    await db.rateLimit.deleteMany();
    for (const [index, email] of emails.entries()) {
      const started = performance.now();
      await ask(email);
      times[index]?.push(performance.now() - started);
    }
  }
  expect(areAlike(), `ratios of medians ${ratios()}`).toBe(true);
}

it("S11 an unknown email and a wrong password take the same time: medians within 10 %", async () => {
  const { email } = await join();
  const noPassword = await join();
  await db.user.update({ where: { id: noPassword.id }, data: { passwordHash: null } });
  await expectSameTime([email, newRegistration().email, noPassword.email], 0.1, (address) =>
    call(login, "POST", {
      body: { email: address, password: "Wrong1horse" },
      headers: freshAddress(),
    }),
  );
}, 120_000);

it("S11 whether there is an account is not in the time of a forgotten password: medians within 20 %", async () => {
  const { email } = await join();
  await expectSameTime([email, newRegistration().email], 0.2, (address) =>
    call(forgot, "POST", { body: { email: address }, headers: freshAddress() }),
  );
}, 120_000);
