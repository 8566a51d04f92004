/**
 * `npm run bench -- studio [<rounds>]`: how a bubble is dragged among twelve, in Chromium against
 * the built app; and how readers fare while pictures are encoded (`--encoding`: that alone). Exits
 * with 1 below the bar.
 */
import { chromium } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "../runner/chromium.ts";
import { crowdedPanel, measureDrag } from "./bubble-drag.ts";
import { measureEncoding } from "./encoding.ts";
import { type Cleanups, prepare, type Row, report, startInstance } from "./support/site.ts";

export const main = () =>
  report(async (folder, cleanups) => {
    const rounds = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 5);
    const env = await prepare(folder, cleanups);
    const { base, pid: serverPid } = await startInstance(env, cleanups);
    const { storyId, publishedId, token, senders } = await seed(cleanups);
    const rows: Row[] = [];
    if (!process.argv.includes("--encoding")) {
      const executablePath = findChromium();
      const browser = await chromium.launch({
        args: CHROMIUM_FLAGS,
        ...(executablePath && { executablePath }),
      });
      cleanups.push(() => browser.close());
      rows.push(...(await measureDrag(browser, base, `/story/${storyId}`, token)));
    }
    const readPage = `${base}/story/${publishedId}/read`;
    const site = { base, readPage, senders, serverPid, folder };
    return [...rows, await measureEncoding(site, Math.max(5, rounds), cleanups)];
  });

/** A draft of 60 scenes of six panels, the first with twelve bubbles; a published story; who uploads. */
async function seed(cleanups: Cleanups) {
  const { db } = await import("../../lib/platform/db.ts");
  cleanups.push(() => db.$disconnect());
  const { tokenOf } = await import("../support/rows/session-rows.ts");
  const { seedStory } = await import("../support/rows/story-rows.ts");
  const newToken = async (username: string) =>
    tokenOf(await db.user.create({ data: { username, email: `${username}@bench.invalid` } }));
  const username = "bench-author";
  const token = await newToken(username);
  const scenes = Array<number>(60).fill(6);
  const storyId = await seedStory({ username, scenes, characters: 12, locations: 6 });
  await db.panel.updateMany({
    where: { panelNumber: 1, scene: { storyId, sceneNumber: 1 } },
    data: { textBubbles: crowdedPanel() },
  });
  const publishedAt = new Date().toISOString();
  const publishedId = await seedStory({ username, scenes: [6, 6], publishedAt });
  // An author may send thirty pictures in a minute.
  const senders: string[] = [];
  while (senders.length < 40) senders.push(await newToken(`bench-sender-${senders.length}`));
  return { storyId, publishedId, token, senders };
}
