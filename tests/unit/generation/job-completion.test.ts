import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { NonRetriableError, RetryAfterError } from "inngest";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "@/lib/generation/jobs/completion-service";
import { failureMessages, failureOf, withoutPrefix } from "@/lib/generation/jobs/failure-texts";
import {
  createPortraitEnded,
  GivenUpError,
  isPermanent,
  toStepError,
  withDeadline,
} from "@/lib/generation/jobs/job-service";
import { AppError, type ErrorCode } from "@/lib/platform/errors";

const failed = (code: ErrorCode, message = "It did not work.", details = {}) =>
  new AppError(code, message, details);

describe("R6 the status of a scene once its script is complete", () => {
  const [there, gone] = [
    { status: "completed", hasImage: true },
    { status: "failed", hasImage: false },
  ] as const;

  it.each(["queued", "processing"] as const)("R6 nothing while a panel is %s", (status) =>
    expect(outcomeOf([there, { status, hasImage: true }, gone])).toBeNull(),
  );

  it("R5 completed with all its pictures, with some and a message, failed without any", () => {
    const whole = { status: "completed", errorMessage: null };
    expect(outcomeOf([there, there])).toEqual(whole);
    expect(outcomeOf([])).toEqual(whole);
    const some = { status: "completed", errorMessage: failureMessages.someImages };
    expect(outcomeOf([there, gone])).toEqual(some);
    // It kept its picture of before.
    expect(outcomeOf([{ status: "failed", hasImage: true }, gone])).toEqual(some);
    expect(outcomeOf([gone, gone])).toEqual({
      status: "failed",
      errorMessage: failureMessages.images,
    });
  });
});

describe("R4 an error of a step", () => {
  it.each([
    "bad_request",
    "validation_failed",
    "invalid_image",
    "invalid_json",
    "unauthorized",
    "forbidden",
    "not_found",
    "content_flagged",
    "writer_failed",
  ] as const)("R4 %s is not retried", (code) => expect(isPermanent(failed(code))).toBe(true));

  it.each([
    ["a provider that is away", failed("ai_unavailable"), false],
    ["a provider that is busy", failed("ai_rate_limited"), false],
    ["a quota that is used up", failed("ai_unavailable", "You exceeded your quota."), true],
    ["a quota of calls", failed("ai_rate_limited", "Quota exceeded"), true],
    ["a picture that failed", failed("image_failed"), false],
    ["a picture whose quota is spoken of", failed("image_failed", "quota"), false],
    [
      "a picture that was flagged",
      failed("image_failed", "It was flagged as sensitive (E005)"),
      true,
    ],
    ["a video that was flagged", failed("video_failed", "flagged as sensitive"), true],
    ["a provider that speaks of flags", failed("ai_unavailable", "flagged as sensitive"), false],
    ["what was called permanent", failed("image_failed", "x", { permanent: true }), true],
    ["what was called something else", failed("image_failed", "x", { permanent: "yes" }), false],
    ["an attempt too many", new GivenUpError("image_failed", "x"), true],
    ["a fault of ours", new Error("forbidden"), false],
    ["no error", "forbidden", false],
  ])("R4 %s: %#", (_, error, is) => expect(isPermanent(error)).toBe(is));

  it("R4 is mapped to the engine's errors: final, retry later, or retry", () => {
    const cause = new Error("the provider's own");
    const flagged = toStepError(failed("content_flagged", "No.", { cause }));
    expect(flagged).toBeInstanceOf(NonRetriableError);
    expect([flagged.message, flagged.cause]).toEqual(["No.", cause]);

    const busy = failed("ai_rate_limited", "Busy.");
    const later = toStepError(busy) as RetryAfterError;
    expect(later).toBeInstanceOf(RetryAfterError);
    expect([later.message, later.retryAfter, later.cause]).toEqual(["Busy.", "30", busy]);
    const known = toStepError(failed("ai_rate_limited", "Busy.", { retryAfter: 1.2 }));
    expect((known as RetryAfterError).retryAfter).toBe("2");
    const away = toStepError(failed("unavailable", "Away.", { retryAfter: 3 }));
    expect((away as RetryAfterError).retryAfter).toBe("3");

    const again = failed("image_failed");
    expect(toStepError(again)).toBe(again);
    const fault = new TypeError("x is not a function");
    expect(toStepError(fault)).toBe(fault);
    expect(toStepError("words")).toMatchObject({ code: "internal" });
  });
});

describe("R4 work with a deadline", () => {
  const hang = () => new Promise<never>(() => {});
  const late = { code: "ai_unavailable", message: "The AI service did not answer in time." };
  const left = {
    code: "bad_request",
    message: "The request was ended before its answer was there.",
  };

  it("R4 ends with its result or its own error before the deadline", async () => {
    expect(await withDeadline(60_000, async () => 7)).toBe(7);
    const problem = new Error("no");
    await expect(withDeadline(60_000, () => Promise.reject(problem))).rejects.toBe(problem);
  });

  it("R4 is aborted when it hangs, even where it throws at its end", async () => {
    await expect(withDeadline(20, hang)).rejects.toMatchObject(late);
    const throwing = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted by the client")));
      });
    const error = await withDeadline(20, throwing).catch((thrown) => thrown);
    expect(error).toMatchObject(late);
    expect(error.details.cause).toMatchObject({ name: "TimeoutError" });
  });

  it("R4 keeps nothing in memory until the deadline", async () => {
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    const done = await Promise.all(
      Array.from({ length: 20 }, async () =>
        withDeadline(60_000, async () => ({})).then((answer) => new WeakRef(answer)),
      ),
    );
    // The target of a weak reference stays alive until the end of this turn of the event loop.
    await new Promise(setImmediate);
    collect();
    expect(done.filter((answer) => answer.deref()).length).toBeLessThan(3);
  });

  it("R10 is aborted when its requester has disconnected, before or meanwhile", async () => {
    const gone = new AbortController();
    let isBegun = false;
    const asked = withDeadline(60_000, hang, gone.signal);
    gone.abort();
    await expect(asked).rejects.toMatchObject(left);
    const work = async () => {
      isBegun = true;
    };
    await expect(withDeadline(60_000, work, gone.signal)).rejects.toMatchObject(left);
    expect(isBegun).toBe(false);
  });
});

it("R1 the end of a portrait is one event, however often it is reported", () => {
  const job = { id: crypto.randomUUID(), ownerId: crypto.randomUUID() };
  expect(createPortraitEnded(job)).toMatchObject({
    id: `portrait-ended:${job.id}`,
    name: "portrait/ended",
    data: { jobId: job.id, ownerId: job.ownerId },
  });
});

describe("R6 the reason of a failure", () => {
  const { flagged, quota, busy, writing, painterBusy, image, video, videoTimedOut } =
    failureMessages;
  it.each([
    ["scene", "writer_failed", "Not valid JSON.", "writer_failed", writing],
    ["scene", "ai_unavailable", "The text service cannot be reached.", "ai_unavailable", writing],
    ["scene", "internal", "TypeError", "internal", writing],
    ["scene", "ai_unavailable", "The service's quota is used up.", "ai_unavailable", quota],
    ["scene", "ai_rate_limited", "insufficient_quota", "ai_rate_limited", quota],
    ["scene", "ai_rate_limited", "The text service is busy.", "ai_rate_limited", busy],
    ["scene", "ai_unavailable", "429 Too Many Requests", "ai_rate_limited", busy],
    ["scene", "image_failed", "flagged as sensitive", "content_flagged", flagged],
    ["scene", "content_flagged", "No.", "content_flagged", flagged],
    ["character_image", "image_failed", "Too many requests.", "ai_rate_limited", painterBusy],
    ["character_image", "ai_rate_limited", "slow down", "ai_rate_limited", painterBusy],
    ["character_image", "image_failed", "flagged as sensitive", "content_flagged", flagged],
    ["character_image", "content_flagged", "no", "content_flagged", flagged],
    ["character_image", "image_failed", "The paper is gone.", "image_failed", "The paper is gone."],
    ["character_image", "internal", "x is not a function", "image_failed", image],
    ["panel_image", "content_flagged", "No.", "content_flagged", flagged],
    ["panel_image", "image_failed", "prediction failed (E005)", "content_flagged", flagged],
    ["panel_image", "ai_rate_limited", "slow down", "ai_rate_limited", painterBusy],
    ["panel_image", "image_failed", "Too Many Requests", "ai_rate_limited", painterBusy],
    ["panel_image", "image_failed", "No paper.", "image_failed", `${image}: No paper.`],
    ["panel_image", "image_failed", `${image}: Ink.`, "image_failed", `${image}: Ink.`],
    ["panel_image", "internal", "TypeError", "image_failed", image],
    ["video", "content_flagged", "No.", "content_flagged", flagged],
    ["video", "video_failed", "E005", "content_flagged", flagged],
    ["video", "ai_rate_limited", "Slow down.", "ai_rate_limited", painterBusy],
    ["video", "image_failed", "Too many requests.", "ai_rate_limited", painterBusy],
    ["video", "ai_unavailable", "No film.", "ai_unavailable", `${video}: No film.`],
    ["video", "image_failed", "No film.", "video_failed", `${video}: No film.`],
    ["video", "internal", "boom", "video_failed", video],
    ["video", "video_failed", video, "video_failed", video],
    ["video", "video_failed", "", "video_failed", video],
    ["video", "video_failed", videoTimedOut, "video_failed", videoTimedOut],
  ] as const)("R6 of the kind %s, %s, '%s': %s, %s", (of, code, message, kept, text) => {
    expect(failureOf(of, { code, message })).toEqual({ code: kept, message: text });
  });

  it("R6 has its prefix once, which can be stripped", () => {
    for (const said of [`${image}: The model is gone.`, `${video}: The model is gone.`])
      expect(withoutPrefix(said)).toBe("The model is gone.");
    expect(withoutPrefix("The model is gone.")).toBe("The model is gone.");
  });
});
