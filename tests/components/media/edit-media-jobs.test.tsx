import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { playSound } from "@/components/ui/sound";
import { failureMessages } from "@/lib/generation/jobs/failure-texts";
import { anImageJob, aPicture, aVideoJob, testId } from "../support/builders";
import { advanceTime } from "../support/render";
import { type Call, defer, failWith, raw } from "../support/server";
import {
  ask,
  box,
  boxes,
  button,
  conversation,
  done,
  expectTakes,
  first,
  image,
  imageId,
  media,
  onOpenChange,
  open,
  openJobs,
  openTab,
  overlay,
  prompt,
  second,
  starts,
  take,
  video,
  videoId,
} from "./edit-media";

vi.mock("@/components/ui/sound", { spy: true });

/** What a toast says about the panel. */
const position = "Panel 1 of scene 1";
const failed = (error: string) => ({ status: "failed", error }) as const;

it.each([
  ["Modify", failed(failureMessages.flagged), failureMessages.flaggedInChat],
  ["Animate", failed(failureMessages.flagged), failureMessages.flaggedInChat],
  ["Generate", failed(failureMessages.flagged), failureMessages.flaggedInChat],
  [
    "Generate",
    failed("Image generation failed: The paper is gone."),
    "Panel regeneration failed: The paper is gone.",
  ],
  ["Animate", failed("Video generation failed"), "Video generation failed"],
  ["Modify", { status: "completed" }, "The result was deleted meanwhile."],
] as const)(
  "%s: a job with %j says '%s' in the conversation, and the prompt stays",
  async (tab, end, text) => {
    await open();
    await openTab(tab);
    media.api.answer({
      [starts[tab]]: { jobId: tab === "Animate" ? videoId : imageId },
      [image]: anImageJob(end),
      [video]: aVideoJob(end),
    });
    await ask(tab, prompt);
    await advanceTime(3_100);
    await conversation().findByText(text);
    await waitFor(() => expect(overlay()).toBeNull());
    expect(box(tab).value).toBe(prompt);
    await waitFor(() => expect(document.activeElement).toBe(box(tab)));
    await expectTakes(1);
    expect(playSound).toHaveBeenCalledWith("error");
  },
);

const silent = raw({ success: false, error: { code: "unknown" }, message: "" }, 500);
it.each([
  [
    "Modify",
    failWith("rate_limited", "Slow down."),
    "Rate limit reached. Please wait a moment and try again.",
  ],
  [
    "Modify",
    failWith("unavailable", "The painter is away."),
    "Image generation failed: The painter is away.",
  ],
  ["Modify", silent, "Image generation failed"],
  ["Modify", raw({ success: true, data: {} }, 202), "No job ID in response"],
  [
    "Generate",
    failWith("unavailable", "Ink ran out."),
    "Panel regeneration failed: Ink ran out.",
    "Try regenerating again",
  ],
  ["Generate", silent, "Regeneration failed. Please try again.", "Try regenerating again"],
  [
    "Animate",
    failWith("unavailable", "No film left."),
    "Failed to start video generation",
    "No film left.",
  ],
] as const)(
  "%s (%#): a start that fails is said in the conversation, and the prompt stays",
  async (tab, answer, text, detail?: string) => {
    await open();
    media.api.answer({ [starts[tab]]: answer });
    await ask(tab, prompt);
    await conversation().findByText(text);
    if (detail) conversation().getByText(detail);
    expect(box(tab).value).toBe(prompt);
  },
);

it.each([
  ["Modify", imageId],
  ["Animate", videoId],
] as const)("%s: a job of a server that has ended shows that it waits", async (tab, jobId) => {
  await open();
  const state = (changes: object) => ({
    [image]: anImageJob({ progress: 0, ...changes }),
    [video]: aVideoJob({ progress: 0, ...changes }),
  });
  media.api.answer({ [starts[tab]]: { jobId }, ...state({ isWaiting: true }) });
  await ask(tab, prompt);
  await advanceTime(3_100);
  const words = /^Waiting for the server to resume this\./;
  await screen.findByText(words);
  media.api.answer(state({ progress: 20 }));
  await advanceTime(3_100);
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  screen.getByRole("progressbar");
  media.api.answer(state(failed("The lamp is out.")));
  await advanceTime(3_100);
  await waitFor(() => expect(overlay()).toBeNull());
});

it("four pictures of one prompt are shown side by side, and one is chosen", async () => {
  await open();
  await openTab("Generate");
  await media.user.click(screen.getByRole("radio", { name: "4" }));
  const jobs = [71, 72, 73, 74].map((number) => testId(`${number}`));
  const pictures = jobs.map((_, index) => aPicture(`${index + 11}`));
  media.api.answer({
    [starts.Generate]: ({ count }: Call) => ({ jobId: jobs[count - 1] }),
    [image]: ({ params }: Call) => {
      const index = jobs.indexOf(params.jobId ?? "");
      // The third one fails.
      const made = index === 2 ? anImageJob(failed("No ink.")) : done(pictures[index] ?? "");
      return { ...made, jobId: jobs[index] };
    },
  });
  await ask("Generate", prompt);
  await advanceTime(1_100);
  const choices = await screen.findByRole("region", { name: "Choose a picture" });
  const shown = [...choices.querySelectorAll("img")].map(({ src }) => new URL(src).pathname);
  expect(shown.toSorted()).toEqual([0, 1, 3].map((index) => pictures[index]));
  expect(media.api.sent(starts.Generate)).toMatchObject([
    {},
    ...[2, 3, 4].map((n) => ({ candidate: n })),
  ]);
  conversation().getByText("Panel regeneration failed: No ink.");
  // Nothing is chosen unseen.
  expect(button("Use This Image")).toHaveProperty("disabled", true);
  await media.user.click(button("Picture 2 of 3"));
  screen.getByRole("button", { name: "Picture 2 of 3", pressed: true });
  expect(button("Use This Image")).toHaveProperty("disabled", false);
  await media.user.click(await take(1));
  expect(screen.queryByRole("region", { name: "Choose a picture" })).toBeNull();
});

it("pictures that came out the same are one take, without a choice", async () => {
  await open();
  await openTab("Modify");
  await media.user.click(screen.getByRole("radio", { name: "2" }));
  const jobs = [testId("71"), testId("72")];
  media.api.answer({
    [starts.Modify]: ({ count }: Call) => ({ jobId: jobs[count - 1] }),
    [image]: ({ params }: Call) => ({ ...done(second.url), jobId: params.jobId }),
  });
  media.takes = [second, first];
  await ask("Modify", "Make it night");
  await advanceTime(1_100);
  await screen.findByText("All pictures came out the same.");
  await screen.findByText(position);
  expect(screen.queryByRole("region", { name: "Choose a picture" })).toBeNull();
  expect((await take(2)).getAttribute("aria-pressed")).toBe("true");
});

describe("a running job", () => {
  it("keeps the dialog open, and is resumed after the page was left", async () => {
    await open();
    media.api.answer({
      [starts.Generate]: { jobId: imageId },
      [image]: anImageJob({ progress: 0 }),
    });
    await ask("Generate", "The bell tower in the fog, with gulls");
    const working = within((await waitFor(overlay)) ?? document.body);
    await working.findByText("Generating Image...");
    working.getByText("Usually takes 10-40 seconds");
    await advanceTime(1_500);
    expect(working.getByRole("timer").textContent).toMatch(/^0:0[1-9]$/);
    const floating = overlay()?.querySelectorAll(".media-float").length ?? 0;
    expect(floating).toBeGreaterThan(0);
    expect(floating).toBeLessThanOrEqual(6);

    // Neither Escape nor a press beside it nor its buttons close it; what lies beneath is out of reach.
    onOpenChange.mockClear();
    await media.user.keyboard("{Escape}");
    await media.user.click(document.querySelector(".dialog-backdrop") as Element);
    for (const name of ["Close", "Use This Image"]) {
      expect(button(name)).toHaveProperty("disabled", true);
    }
    expect(onOpenChange).not.toHaveBeenCalled();
    expect(document.querySelector(".media-grid")?.hasAttribute("inert")).toBe(true);

    media.close();
    media.takes = [second, first];
    media.api.answer({ [image]: done(second.url) });
    await open();
    await advanceTime(1_100);
    await conversation().findByText("Here is another take.");
    conversation().getByText("The bell tower in the fog, with gulls");
    await expectTakes(2);
    expect((await take(2)).getAttribute("aria-pressed")).toBe("true");
    expect(overlay()).toBeNull();
  });

  it("that another device has started is shown, with its prompt and its end", async () => {
    const panelId = testId("399");
    const running = { work: "edit", prompt: "Make it night", panelId, entityId: null } as const;
    const startedAt = new Date(Date.now() - 65_000).toISOString();
    const jobs = [71, 72].map((number) => ({ ...running, jobId: testId(`${number}`), startedAt }));
    const elsewhere = { ...running, panelId: testId("398"), jobId: testId("73"), startedAt };
    media.api.answer({ [openJobs]: [...jobs, elsewhere], [image]: anImageJob({ progress: 40 }) });
    await open({ of: panelId });
    const working = within((await waitFor(overlay)) ?? document.body);
    working.getByText("Refining Image...");
    expect(working.getByRole("timer").textContent).toMatch(/^1:0\d$/);
    conversation().getByText("Make it night");
    media.takes = [second, first];
    media.api.answer({
      [openJobs]: [],
      [image]: ({ params }: Call) => ({ ...done(second.url), jobId: params.jobId }),
    });
    await advanceTime(3_100);
    await conversation().findAllByText("Here is the refined picture.");
    await waitFor(() => expect(overlay()).toBeNull());
    const asked = media.api.calls(image).map(({ params }) => params.jobId);
    expect(new Set(asked)).toEqual(new Set(jobs.map(({ jobId }) => jobId)));
  });

  it("is not awaited after Stop, and its take still arrives", async () => {
    await open();
    const start = defer({ jobId: imageId });
    media.api.answer({ [starts.Generate]: start.answer, [image]: done(second.url) });
    await ask("Generate", "The bell tower at noon, with a kite");
    // Cancel closes the sheet; what is being made is stopped by a button of another name.
    expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
    await media.user.click(button("Stop"));
    expect(button("Stopping …").getAttribute("aria-disabled")).toBe("true");
    media.takes = [second, first];
    await start.release();
    await conversation().findByText("Stopped.");
    await screen.findByText(position);
    expect(overlay()).toBeNull();
    await advanceTime(1_100);
    await expectTakes(2);
    expect((await take(2)).getAttribute("aria-pressed")).toBe("false");
  });

  it("stops after five polls that fail", async () => {
    media.api.answer({
      [starts.Generate]: { jobId: imageId },
      [image]: failWith("unavailable", "Nobody knows."),
    });
    await open({ autoRegenerate: true });
    screen.getByLabelText(boxes.Generate);
    await advanceTime(150);
    expect(overlay()).toBeNull();
    await advanceTime(100);
    within((await waitFor(overlay)) ?? document.body).getByText("Generating Image...");
    for (let second = 0; second < 90 && media.api.calls(image).length < 5; second += 1)
      await advanceTime(1_000);
    await conversation().findByText("Failed to check image generation status");
    await advanceTime(30_000);
    expect(media.api.calls(image)).toHaveLength(5);
  });

  it("of a video stops after five minutes", async () => {
    await open();
    media.api.answer({
      [starts.Animate]: { jobId: videoId },
      [video]: aVideoJob({ progress: 20 }),
    });
    await ask("Animate", "Rain falls");
    await screen.findByText("Generating Video...");
    screen.getByText("Usually takes 30-80 seconds");
    await advanceTime(3_100);
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("20");
    await advanceTime(260_000);
    expect(overlay()).not.toBeNull();
    await advanceTime(45_000);
    await conversation().findByText("Video generation took longer than expected");
    expect(overlay()).toBeNull();
  });
});
