import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PaintedImage, Painter, PaintRequest } from "@/lib/ai/painter";
import type { DeferredApi } from "@/lib/ai/provider";
import { ProviderError } from "@/lib/ai/provider-error";
import type { ProviderUsage } from "@/lib/ai/usage";
import { makeMedia } from "@/lib/generation/picture/make-media-service";
import { cancelOrphanedPredictions } from "@/lib/generation/picture/prediction-service";
import { runProviderCall } from "@/lib/generation/picture/provider-call-service";
import { publishMedia } from "@/lib/generation/picture/publish-media-service";
import { db } from "@/lib/platform/db";
import { type Author, freshAuthor, pictureOf, provideScript } from "../support";
import { attemptsOf, jobOf, type Place, panelWithPicture, takes, target } from "./take-requests";

const billed = { provider: "openai", model: "gpt-image-1" } as const;

let author: Author;
let place: Place;
beforeEach(async () => {
  author = await freshAuthor();
  place = await panelWithPicture(author);
});

const paintRequest = {
  kind: "free",
  prompt: "A lamp at sea",
  artStyle: "ink",
  width: 768,
  height: 1024,
  seed: "a seed",
  figures: [],
  model: "gpt-image-1",
} as const satisfies Omit<PaintRequest, "attemptId">;
const pictureJob = () =>
  jobOf(author, "generate-image", { ...target(place), prompt: "A lamp at sea" });
const rowsOf = (jobId: string) => db.providerCall.findMany({ where: { jobId } });

describe("an abandoned call", () => {
  afterEach(() => vi.useRealTimers());

  /** Sent, and never answered; its painter tells so when it is ended, as OpenAI's does. */
  const giveUp = (jobId: string, deadline: number, onSent = async () => {}) => {
    const make = async ({ signal, onUsage }: PaintRequest) => {
      await onSent();
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      await pause(20);
      const call = { ...billed, kind: "image", milliseconds: 5, outcome: "unknown" } as const;
      onUsage?.({ ...call, units: { images: 1 } });
      return expect.unreachable();
    };
    const painter = { name: "gpt-image-1", demo: false, billed: () => billed, make };
    const makeRequest = async () => ({ ...paintRequest });
    const call = { jobId, medium: "image", makeRequest, deadline } as const;
    return runProviderCall<PaintRequest, PaintedImage>(call, painter);
  };

  it("R10 counts as paid where its story was deleted", async () => {
    // Only the heartbeat repeats itself.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const jobId = await pictureJob();
    const deletion = async () => {
      await db.story.delete({ where: { id: place.storyId } });
      vi.advanceTimersByTime(10_000);
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

it("R3 a lost call that was free is made again, and one that may be paid is not", async () => {
  const { painter } = provideScript(1);
  const lost = async (provider: string) => {
    const prompt = `A lamp at sea, ${provider}`;
    const jobId = await jobOf(author, "generate-image", { ...target(place), prompt });
    const ticket = { atOnce: 1, medium: "image", provider, model: "x" };
    await db.prediction.create({ data: { jobId, attemptId: `${jobId}:0`, ticket } });
    return jobId;
  };
  expect(await makeMedia(await lost("demo"))).toBe(true);
  await expect(makeMedia(await lost("openai"))).rejects.toThrow(
    "It may have been paid for already",
  );
  expect(painter.requests).toHaveLength(1);
  expect(await db.prediction.count({ where: { endedAt: null } })).toBe(0);
});

it.each([
  ["left the queue of its server is over", "anew", 0],
  ["may still run is looked for again", "unknown", 1],
] as const)("R10 a cancelled prediction that %s", async (_, retryability, open) => {
  const painter: Painter = {
    name: "Queue",
    demo: false,
    maxReferences: () => 0,
    deferred: {
      hasWebhook: false,
      createTicket: () => ({ ...billed, medium: "image" }),
      create: async ({ attemptId }) => `run of ${attemptId}`,
      find: async () => [],
      fetchResult: async () => null,
      fetchUsage: async () => {
        throw new ProviderError("ai_unavailable", "It stopped.", retryability);
      },
      cancel: async () => {},
    },
  };
  provideScript(1, painter);
  const jobId = await pictureJob();
  expect(await makeMedia(jobId)).toMatchObject({ lookInSeconds: expect.any(Number) });
  await db.job.delete({ where: { id: jobId } });
  expect(await cancelOrphanedPredictions()).toBe(1);
  expect(await db.prediction.count({ where: { jobId, endedAt: null } })).toBe(open);
});

const paid: ProviderUsage = {
  ...billed,
  kind: "image",
  milliseconds: 5,
  outcome: "completed",
  units: { images: 1 },
};
const painted = async ({ attemptId }: { attemptId: string }): Promise<PaintedImage> => ({
  bytes: await pictureOf(attemptId, 768, 1024),
  faces: [],
});

/** The next update of this column fails, as if the database had been away for a moment. */
async function failOnce(table: string, column: string, work: () => Promise<unknown>) {
  await db.$executeRawUnsafe(`CREATE SEQUENCE updates`);
  await db.$executeRawUnsafe(`CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF nextval('updates') = 1 THEN
        RAISE EXCEPTION 'terminating connection' USING ERRCODE = '57P01';
      END IF;
      RETURN NEW;
    END $$`);
  await db.$executeRawUnsafe(`CREATE TRIGGER fail_once BEFORE UPDATE OF ${column} ON ${table}
    FOR EACH ROW EXECUTE FUNCTION fail_once()`);
  try {
    await work();
  } finally {
    await db.$executeRawUnsafe(`DROP FUNCTION fail_once CASCADE`);
    await db.$executeRawUnsafe(`DROP SEQUENCE updates`);
  }
}

describe("a picture that is paid for during a short outage of the database", () => {
  it("R3 is stored where its call was answered at once", async () => {
    let calls = 0;
    const painter: Painter = {
      name: "gpt-image-1",
      demo: false,
      billed: () => billed,
      maxReferences: () => 0,
      make: async (request) => {
        calls += 1;
        request.onUsage?.(paid);
        return painted(request);
      },
    };
    provideScript(1, painter);
    const jobId = await pictureJob();
    await failOnce("job", "result", async () => expect(await makeMedia(jobId)).toBe(true));
    expect(await publishMedia(jobId)).toBe(true);
    expect(calls).toBe(1);
    expect(await takes(author, place)).toHaveLength(2);
    expect(await rowsOf(jobId)).toMatchObject([{ outcome: "completed", costMicros: 63_000n }]);
  });

  describe("and its prediction", () => {
    let orders: string[];
    /** Runs after the provider has created a prediction. */
    let afterOrder: () => void;
    const deferred: DeferredApi<PaintRequest, PaintedImage> = {
      hasWebhook: false,
      createTicket: ({ attemptId }) => ({ ...billed, medium: "image", attempt: attemptId }),
      create: async ({ attemptId }) => {
        orders.push(attemptId);
        afterOrder();
        return `order of ${attemptId}`;
      },
      find: async ({ attempt }) =>
        orders.filter((each) => each === attempt).map((each) => `order of ${each}`),
      fetchResult: async (id, _, onUsage) => {
        onUsage?.(paid);
        return painted({ attemptId: id });
      },
      fetchUsage: async () => paid,
      cancel: async () => {},
    };
    const painter: Painter = {
      name: "Orders",
      demo: false,
      maxReferences: () => 0,
      deferred,
    };
    beforeEach(() => {
      orders = [];
      afterOrder = () => {};
      provideScript(1, painter);
    });

    async function expectOneOrder(jobId: string) {
      expect(await makeMedia(jobId)).toBe(true);
      expect([orders.length, await attemptsOf(jobId)]).toEqual([1, 1]);
      expect(await rowsOf(jobId)).toMatchObject([{ outcome: "completed" }]);
      expect(await db.prediction.count({ where: { jobId, endedAt: null } })).toBe(0);
    }

    it("R3 is found where its id could not be recorded", async () => {
      const jobId = await pictureJob();
      await failOnce("prediction", "external_id", () => expect(makeMedia(jobId)).rejects.toThrow());
      await expectOneOrder(jobId);
    });

    it("R3 is found where no response came, and that could not be recorded", async () => {
      afterOrder = () => {
        throw new ProviderError("ai_unavailable", "Nobody answered.", "unknown");
      };
      const jobId = await pictureJob();
      await failOnce("prediction", "ticket", () => expect(makeMedia(jobId)).rejects.toThrow());
      await expectOneOrder(jobId);
    });

    it("R3 is found where it was created and a later step failed", async () => {
      afterOrder = () => {
        throw new TypeError("x is undefined");
      };
      const jobId = await pictureJob();
      await expect(makeMedia(jobId)).rejects.toThrow("x is undefined");
      await expectOneOrder(jobId);
    });
  });
});
