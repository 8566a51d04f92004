import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as postImage } from "@/app/api/ai/generate-image/route";
import type { OnUsage } from "@/lib/ai/usage";
import { whileAlive, withDeadline } from "@/lib/generation/jobs/job-service";
import { callAtOnce } from "@/lib/generation/picture/call-service";
import { db } from "@/lib/platform/db";
import { type Author, forgetEvents, makeAuthor } from "./support";
import { jobOf, type Place, panelWithPicture, target } from "./take-calls";

const billed = { provider: "openai", model: "gpt-image-1" } as const;

let author: Author;
let place: Place;
beforeEach(async () => {
  await forgetEvents();
  author = await makeAuthor();
  place = await panelWithPicture(author);
});

const pictureJob = () => jobOf(author, postImage, { ...target(place), prompt: "A lamp at sea" });
const rowsOf = (jobId: string) => db.providerCall.findMany({ where: { jobId } });

describe("a call that is given up", () => {
  /** Sent, and never answered; its painter tells so when it is ended, as OpenAI's does. */
  const unanswered = (signal: AbortSignal, onUsage: OnUsage) =>
    new Promise<never>((_, reject) =>
      signal.addEventListener("abort", async () => {
        await pause(20);
        const call = { ...billed, kind: "image", milliseconds: 5, outcome: "unknown" } as const;
        onUsage({ ...call, units: { images: 1 } });
        reject(signal.reason);
      }),
    );
  const giveUp = (jobId: string, deadline: number, onSent = async () => {}) =>
    callAtOnce(jobId, async () => ({
      billed,
      make: (_, onUsage) =>
        whileAlive(
          jobId,
          async (gone) => {
            const work = (signal: AbortSignal) => unanswered(signal, onUsage);
            const ended = withDeadline(deadline, work, gone);
            await Promise.all([ended, onSent()]);
            return ended;
          },
          20,
        ),
      keep: async () => true,
    }));

  it("R10 counts as paid where its story was deleted meanwhile", async () => {
    const jobId = await pictureJob();
    const deletion = async () => {
      await db.story.delete({ where: { id: place.storyId } });
    };
    await expect(giveUp(jobId, 30_000, deletion)).rejects.toMatchObject({ code: "bad_request" });
    expect(await rowsOf(jobId)).toMatchObject([
      { outcome: "unknown", model: "gpt-image-1", costMicros: 63_000n, userId: author.viewer.id },
    ]);
    expect(await db.prediction.count({ where: { jobId, endedAt: null } })).toBe(0);
  });

  it("R4 counts as paid where it hangs until its deadline", async () => {
    const jobId = await pictureJob();
    await expect(giveUp(jobId, 40)).rejects.toMatchObject({ code: "ai_unavailable" });
    expect(await rowsOf(jobId)).toMatchObject([{ outcome: "unknown", costMicros: 63_000n }]);
  });
});
