import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aPicture, aTake, testId } from "../support/builders";
import { advanceTime, fill } from "../support/render";
import {
  anImageJob,
  aPicture,
  aScene,
  aStory,
  aTake,
  aVideoJob,
  freeCosts,
  testId,
  testUser,
} from "../support/builders";
import { advanceTime, fakeTime, fill, render } from "../support/render";
import { type Call, defer, failWith, raw, server } from "../support/server";

vi.mock("@/components/ui/sound", async (original) => ({
  ...(await original<object>()),
  playSound: vi.fn(),
}));

const starts = {
  Modify: "POST /api/ai/generate-image",
  Animate: "POST /api/ai/generate-video",
  Generate: "POST /api/ai/regenerate-panel",
} as const;
const boxes = {
  Modify: "What should change?",
  Animate: "What should move?",
  Generate: "Image prompt",
};
type Tab = keyof typeof starts;
const image = "GET /api/ai/image-status/{jobId}";
const video = "GET /api/ai/video-status/{jobId}";
const takesOf = "GET /api/scenes/{sceneId}/panels/{panelNumber}/takes";

/** One that is on the panel, and what another wish has brought. */
const first = aTake({ url: aPicture("1") });
const second = aTake({ _id: testId("92"), url: aPicture("2"), prompt: "Make it night" });

const images = [aPicture("7"), aPicture("8")];

let panels = 0;
let api: ReturnType<typeof server>;
let user: UserEvent;
let takes: MediaItem[];
let close: () => void;
const onOpenChange = vi.fn();

/** Edit Media on a panel; what was said of another one is not said of this. */
async function open({ of = testId(`30${panels}`), autoRegenerate = false } = {}) {
  const scene = aScene();
  const panel = { ...scene.panels[0], _id: of } as (typeof scene.panels)[0];
  const story = aStory({ scenes: [{ ...scene, panels: [panel] }] });
  const props = { story, scene, panel, autoRegenerate, onOpenChange, demoNotice: null };
  const shown = await render(<EditMediaDialog {...props} open />, { viewer: testUser() });
  ({ user, unmount: close } = shown);
}

beforeEach(() => {
  panels += 1;
  takes = [first];
  fakeTime();
  api = server({
    [takesOf]: () => takes,
    "GET /api/stories/{storyId}/costs": freeCosts,
    "GET /api/stories/random-images": { images, data: { images } },
  });
});

const box = (tab: Tab) => screen.getByLabelText<HTMLTextAreaElement>(boxes[tab]);
const openTab = (name: Tab | "Upload") => user.click(screen.getByRole("tab", { name }));
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const take = (number: number) =>
  screen.findByRole("button", { name: new RegExp(`^Take ${number}\\b`) });
const talk = () => within(screen.getByRole("log", { name: "Conversation" }));
const overlay = () => document.querySelector<HTMLElement>(".media-overlay");
const expectTakes = (count: number) => screen.findByRole("heading", { name: `Takes (${count})` });

async function ask(tab: Tab, prompt: string) {
  await openTab(tab);
  await fill(user, box(tab), prompt);
  await user.keyboard("{Enter}");
}

describe("words and files", () => {
  it("of a picture are at most 1000 characters, and of a whole one at least 10", async () => {
    await open();
    await ask("Generate", "At night");
    await screen.findByText("Image prompt must be at least 10 characters");
    for (const tab of ["Modify", "Generate"] as const) {
      await ask(tab, "x".repeat(1001));
      await screen.findByText("Image prompt must be less than 1000 characters");
      expect(box(tab).value).toBe("x".repeat(1001));
    }
  });

  it("are required, and typed text survives closing", async () => {
    await open();
    await openTab("Modify");
    await media.user.click(button("Modify image"));
    await screen.findByText("Please describe the change");
    expect(document.activeElement).toBe(box("Modify"));
    await openTab("Animate");
    await media.user.click(box("Animate"));
    await media.user.keyboard("{Enter}");
    await screen.findByText("Please describe the movement");
    await openTab("Generate");
    expect(box("Generate").value).toMatch(/^The keeper at the water, panel 1/);
    await ask("Generate", "A boat");
    await screen.findByText("Image prompt must be at least 10 characters");
    await ask("Generate", "  ");
    await screen.findByText("No original image prompt available for regeneration");
    await fill(media.user, box("Generate"), "A boat with a lamp in the fog");
    await openTab("Modify");
    await fill(media.user, box("Modify"), "Make it night");
    await media.user.click(button("Cancel"));
    expect(onOpenChange).toHaveBeenLastCalledWith(false);
    media.close();
    await open();
    expect(box("Modify").value).toBe("Make it night");
    await openTab("Generate");
    expect(box("Generate").value).toBe("A boat with a lamp in the fog");
  });

  it("of another type, too large, or missing are refused; each tab accepts a pasted picture", async () => {
    await open();
    await openTab("Upload");
    const choose = (file: File) =>
      fireEvent.change(screen.getByLabelText("Upload a picture"), { target: { files: [file] } });
    choose(new File(["words"], "notes.txt", { type: "text/plain" }));
    await conversation().findByText(
      "Invalid file type. Please select a JPEG, PNG, GIF, or WebP image.",
    );
    const large = new Uint8Array(10 * 1024 * 1024 + 1);
    choose(new File([large], "mine.png", { type: "image/png" }));
    await conversation().findByText("File too large (10.1 MB). Maximum size is 10MB.");
    const dialog = document.querySelector(".media") as Element;
    fireEvent.drop(dialog, { dataTransfer: { files: [] } });
    await conversation().findByText("No file selected");
    media.api.answer({
      "POST /api/upload/image": { imageUrl: second.url, originalName: "pasted.png" },
      "POST /api/scenes/{sceneId}/panels/{panelNumber}/takes": [second, first],
    });
    await openTab("Modify");
    await fill(media.user, box("Modify"), "Make it night");
    const pasted = new File(["ink"], "pasted.png", { type: "image/png" });
    fireEvent.paste(box("Modify"), { clipboardData: { files: [pasted], types: ["Files"] } });
    await conversation().findByText("Here is pasted.png.");
    expect(box("Modify").value).toBe("Make it night");
  });

  it("of a video can be neither edited nor animated", async () => {
    media.takes = [aTake({ type: "video", url: "/media/film.webm" })];
    await open();
    await media.user.click(await take(1));
    await ask("Modify", "Make it night");
    await screen.findByText("Please select an image to edit. Videos cannot be edited.");
    await ask("Animate", "Rain falls");
    await screen.findByText("Please select an image to animate");
    expect(overlay()).toBeNull();
  });
});

const failed = (error: string) => ({ status: "failed", error }) as const;
const { jobId: imageId } = anImageJob();
const { jobId: videoId } = aVideoJob();
const prompt = "The keeper walks into the fog";

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
] as const)(
  "%s: a job with %j says '%s' in the conversation, and the prompt stays",
  async (tab, end, text) => {
    await open();
    await openTab(tab);
    api.answer({
      [starts[tab]]: { jobId: tab === "Animate" ? videoId : imageId },
      [image]: anImageJob(end),
      [video]: aVideoJob(end),
    });
    await ask(tab, prompt);
    await advanceTime(3_100);
    await talk().findByText(text);
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
    api.answer({ [starts[tab]]: answer });
    await ask(tab, prompt);
    await talk().findByText(text);
    if (detail) talk().getByText(detail);
    expect(box(tab).value).toBe(prompt);
  },
);

it.each([
  ["Modify", imageId],
  ["Animate", videoId],
] as const)("%s: what a server that ended was making says that it waits", async (tab, jobId) => {
  await open();
  const state = (changes: object) => ({
    [image]: anImageJob({ progress: 0, ...changes }),
    [video]: aVideoJob({ progress: 0, ...changes }),
  });
  api.answer({ [starts[tab]]: { jobId }, ...state({ isWaiting: true }) });
  await ask(tab, prompt);
  await advanceTime(3_100);
  const words = /^Waiting for the server to resume this\./;
  await screen.findByText(words);
  api.answer(state({ progress: 20 }));
  await advanceTime(3_100);
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  screen.getByRole("progressbar");
  api.answer(state(failed("The lamp is out.")));
  await advanceTime(3_100);
  await waitFor(() => expect(overlay()).toBeNull());
});

const done = (url: string, note?: string) =>
  anImageJob({
    status: "completed",
    result: { imageUrl: url, prompt, timestamp: first.timestamp, ...(note && { note }) },
  });

it("four pictures of one wish stand side by side, and one is chosen", async () => {
  await open();
  await openTab("Generate");
  await user.click(screen.getByRole("radio", { name: "4" }));
  const jobs = [71, 72, 73, 74].map((number) => testId(`${number}`));
  const pictures = jobs.map((_, index) => aPicture(`${index + 11}`));
  api.answer({
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
  expect(api.sent(starts.Generate)).toMatchObject([
    {},
    ...[2, 3, 4].map((n) => ({ candidate: n })),
  ]);
  talk().getByText("Panel regeneration failed: No ink.");
  // Nothing is chosen unseen.
  expect(button("Use This Image")).toHaveProperty("disabled", true);
  await user.click(button("Picture 2 of 3"));
  screen.getByRole("button", { name: "Picture 2 of 3", pressed: true });
  expect(button("Use This Image")).toHaveProperty("disabled", false);
  await user.click(await take(1));
  expect(screen.queryByRole("region", { name: "Choose a picture" })).toBeNull();
});

describe("work under way", () => {
  it("cannot be closed away, and is found again where the page was left", async () => {
    await open();
    api.answer({ [starts.Generate]: { jobId: imageId }, [image]: anImageJob({ progress: 0 }) });
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
    await user.keyboard("{Escape}");
    await user.click(document.querySelector(".dialog-veil") ?? document.body);
    for (const name of ["Close", "Use This Image"]) {
      expect(button(name)).toHaveProperty("disabled", true);
    }
    expect(onOpenChange).not.toHaveBeenCalled();
    expect(document.querySelector(".media-grid")?.hasAttribute("inert")).toBe(true);

    close();
    takes = [second, first];
    api.answer({ [image]: done(second.url) });
    await open();
    await advanceTime(1_100);
    await talk().findByText("Here is another take.");
    talk().getByText("The bell tower in the fog, with gulls");
    await expectTakes(2);
    expect((await take(2)).getAttribute("aria-pressed")).toBe("true");
    expect(overlay()).toBeNull();
  });

  it("is not waited for after Stop, which says what becomes of it; the take comes all the same", async () => {
    await open();
    const start = defer({ jobId: imageId });
    api.answer({ [starts.Generate]: start.answer, [image]: done(second.url) });
    await ask("Generate", "The bell tower at noon, with a kite");
    // Cancel closes the sheet; what is being made is stopped by a button of another name.
    expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
    await user.click(button("Stop"));
    expect(button("Stopping …").getAttribute("aria-disabled")).toBe("true");
    takes = [second, first];
    await start.release();
    await talk().findByText("Stopped.");
    expect(overlay()).toBeNull();
    await advanceTime(1_100);
    await expectTakes(2);
    expect((await take(2)).getAttribute("aria-pressed")).toBe("false");
  });

  it("that cannot be asked for is given up after five tries", async () => {
    api.answer({
      [starts.Generate]: { jobId: imageId },
      [image]: failWith("unavailable", "Nobody knows."),
    });
    await open({ autoRegenerate: true });
    screen.getByLabelText(boxes.Generate);
    await advanceTime(150);
    expect(overlay()).toBeNull();
    await advanceTime(100);
    within((await waitFor(overlay)) ?? document.body).getByText("Generating Image...");
    for (let second = 0; second < 90 && api.calls(image).length < 5; second += 1)
      await advanceTime(1_000);
    await talk().findByText("Failed to check image generation status");
    await advanceTime(30_000);
    expect(api.calls(image)).toHaveLength(5);
  });

  it("of a video is given up after five minutes", async () => {
    await open();
    api.answer({ [starts.Animate]: { jobId: videoId }, [video]: aVideoJob({ progress: 20 }) });
    await ask("Animate", "Rain falls");
    await screen.findByText("Generating Video...");
    screen.getByText("Usually takes 30-80 seconds");
    await advanceTime(3_100);
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("20");
    await advanceTime(260_000);
    expect(overlay()).not.toBeNull();
    await advanceTime(45_000);
    await talk().findByText("Video generation took longer than expected");
    expect(overlay()).toBeNull();
  });
});

it("what could not be drawn of a change is said in the conversation and beside its picture", async () => {
  const missing = "I cannot draw “add a hovercraft” yet.";
  const remark = () => document.querySelector(".media-remark")?.textContent;
  await open();
  media.api.answer({ [starts.Modify]: { jobId: imageId }, [image]: done(second.url, missing) });
  await ask("Modify", "Make it night, and add a hovercraft");
  await screen.findByText("Refining Image...");
  media.takes = [second, first];
  await advanceTime(1_100);
  await expectTakes(2);
  await conversation().findByText("Here is the refined picture.");
  conversation().getByText(missing);
  expect(remark()).toBe(missing);
  // Where all of it was done there is nothing to say.
  const third = aTake({ _id: testId("93"), url: aPicture("3") });
  media.api.answer({
    [starts.Modify]: { jobId: testId("79") },
    [image]: { ...done(third.url), jobId: testId("79") },
  });
  await ask("Modify", "Make it brighter");
  media.takes = [third, second, first];
  await advanceTime(1_100);
  await expectTakes(3);
  expect(conversation().getAllByText("Here is the refined picture.")).toHaveLength(2);
  expect(conversation().getAllByText(/I cannot draw/)).toHaveLength(1);
  expect(remark()).toBeUndefined();
  await media.user.click(await take(2));
  expect(remark()).toBe(missing);
});

it("takes are compared and deleted for good, with the keyboard alone", async () => {
  await open();
  await expectTakes(1);
  const press = async (target: HTMLElement) => {
    target.focus();
    await media.user.keyboard("{Enter}");
  };
  // A press of Enter in the box submits, Shift+Enter begins a line.
  await openTab("Generate");
  await fill(media.user, box("Generate"), "The bell tower in the fog");
  await media.user.keyboard("{Shift>}{Enter}{/Shift}with gulls");
  expect(box("Generate").value).toBe("The bell tower in the fog\nwith gulls");
  media.api.answer({ [starts.Generate]: { jobId: imageId }, [image]: done(second.url) });
  media.takes = [second, first];
  await media.user.keyboard("{Enter}");
  await advanceTime(1_100);
  await expectTakes(2);
  // An author who typed is in the box again.
  await waitFor(() => expect(document.activeElement).toBe(box("Generate")));

  await press(button("Compare"));
  screen.getByText("Choose the take to compare with.");
  await press(await take(1));
  const divider = screen.getByLabelText<HTMLInputElement>("Divider between Take 2 and Take 1");
  // Of a range the browser moves the value by keys.
  expect([divider.type, divider.value]).toEqual(["range", "50"]);
  fireEvent.change(divider, { target: { value: "100" } });
  expect(divider.value).toBe("100");
  fireEvent.change(divider, { target: { value: "0" } });
  expect(divider.getAttribute("aria-valuetext")).toBe("0 % Take 2");
  await press(button("Stop comparing"));

  // The panel's own picture is refused, another one is deleted after one confirmation.
  await press(await take(1));
  screen.getByText("This picture is on the panel now. Choose another one before deleting it.");
  expect(screen.queryByRole("button", { name: "Delete take" })).toBeNull();
  await press(await take(2));
  await press(button("Delete take"));
  expect(screen.getByRole("alertdialog").textContent).toContain("Delete this picture for good?");
  await media.user.keyboard("{Escape}");
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await press(button("Delete take"));
  const remove = "DELETE /api/scenes/{sceneId}/panels/{panelNumber}/takes/{takeId}";
  media.api.answer({ [remove]: { message: "Take deleted" } });
  media.takes = [first];
  await press(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await expectTakes(1);
  expect(media.api.calls(remove).map(({ params }) => params.takeId)).toEqual([second._id]);
  await media.user.keyboard("{Escape}");
  expect(onOpenChange).toHaveBeenLastCalledWith(false);
});
