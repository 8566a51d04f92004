import { createHash, randomBytes } from "node:crypto";
import { expect } from "vitest";
import { POST as login } from "@/app/api/auth/login/route";
import { POST as offer } from "@/app/api/auth/passkeys/options/route";
import { POST as add } from "@/app/api/auth/passkeys/route";
import { POST as beginTwoStep } from "@/app/api/auth/two-step/route";
import { prepareVariants, storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { seedStory } from "@/tests/support/rows/story-rows";
import { call as callAccount, freshAddress } from "../accounts/requests";
import { join } from "../accounts/users";
import { VirtualAuthenticator } from "../accounts/virtual-authenticator";
import { start } from "../generation/start";
import { makeAuthor, pictureOf, playEvents, provideScript } from "../generation/support";
import { person } from "../http/harness";
import { dressedMara } from "../library/dressed-mara";
import { administrator, decide, report } from "../reports/support";

/** Characters that the COPY format escapes, and texts that look like its escapes. */
export const awkward =
  'A tab\t, a line\nbreak\r\n, a backslash \\ and \\N and \\. alone:\n\\.\n, "quotes", \u2028, الفجر, 漫画, 🌊';

/** An account with everything that an account can have. */
async function seedAccount() {
  const ada = await join();
  const { email, password } = ada;
  await callAccount(login, "POST", { body: { email, password }, headers: freshAddress() });
  const device = new VirtualAuthenticator();
  const { body } = await callAccount(offer, "POST", { bearer: ada.token, body: { password } });
  const credential = device.create(body.options);
  const added = await callAccount(add, "POST", { bearer: ada.token, body: { credential } });
  expect(added.status).toBe(201);
  await callAccount(beginTwoStep, "POST", { bearer: ada.token, body: { password } });
  return ada;
}

/** A video of arbitrary bytes, which no code parses here. Larger than one read of a store. */
async function seedVideo(panelId: string): Promise<void> {
  const bytes = randomBytes(3 * 1024 * 1024);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await storage().put(`${sha256}.webm`, { bytes, mediaType: "video/webm" });
  const media = await db.mediaObject.create({
    data: { sha256, extension: "webm", mediaType: "video/webm", bytes: bytes.length, duration: 4 },
  });
  await db.panel.update({ where: { id: panelId }, data: { videoMediaId: media.id } });
}

/**
 * Stories with pictures in every encoding, accounts, sessions, likes, reports and a decision, jobs
 * that are done and one that waits. @returns a published story
 */
export async function seedContent(): Promise<{ storyId: string; token: string }> {
  const ada = await seedAccount();
  const storyId = await seedStory({
    username: ada.username,
    title: "The Long Tide",
    description: awkward,
    scenes: [2, 1],
    publishedAt: "2026-11-01T10:00:00Z",
    tags: ["tide", "bell"],
    characters: 1,
    locations: 1,
  });
  const scene = await db.scene.findFirstOrThrow({
    where: { storyId },
    include: { panels: true },
  });
  await seedVideo(scene.panels[0]?.id ?? "");

  const [ben, admin] = [await person("ben"), await administrator()];
  await ben.post(`/likes/stories/${storyId}`);
  await ben.post(`/likes/scenes/${scene.id}`);
  await ben.post(`/stories/${storyId}/remix`);
  expect((await report(ben, storyId)).status).toBeLessThan(300);
  expect((await decide(admin, storyId, "mature")).status).toBe(204);

  provideScript(2);
  await start(await makeAuthor(), 2);
  await playEvents();
  await start(await makeAuthor(), 2);

  const picture = async () =>
    storePicture(await pictureOf(crypto.randomUUID()), { origin: "photo", uploaderId: ben.id });
  const { mara } = await dressedMara(ben, picture);
  expect((await ben.post("/library", { kind: "character", entityId: mara.id })).status).toBe(201);

  for (const { id } of await db.mediaObject.findMany()) await prepareVariants(id);
  return { storyId, token: ada.token };
}
