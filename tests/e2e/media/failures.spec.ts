import { expect, test } from "@/tests/support/browser";
import { sql } from "@/tests/support/seeding";
import { answer, atWorkspace, failure, listen, panel, tones } from "../studio/workspace";
import {
  ask,
  box,
  expectTakes,
  openMedia,
  openTab,
  overlay,
  pictureFile,
  submit,
  take,
  talk,
  workspace,
} from "./workspace";

test.use({ allowedConsoleErrors: [/status of (4\d\d|50\d)|ERR_FAILED/] });

const jobs = {
  panel_image: "00000000-0000-7000-8000-000000000001",
  image: "00000000-0000-7000-8000-000000000002",
  video: "00000000-0000-7000-8000-000000000003",
} as const;
const started = (type: keyof typeof jobs) => ({ success: true, data: { jobId: jobs[type] } });
const calls = {
  Modify: "**/api/ai/generate-image",
  Animate: "**/api/ai/generate-video",
  Generate: "**/api/ai/regenerate-panel",
} as const;

/** What a job says of itself while it is polled. */
const state = (type: keyof typeof jobs, fields: object) => ({
  success: true,
  data: {
    jobId: jobs[type],
    status: "processing",
    progress: 0,
    isWaiting: false,
    type,
    result: null,
    error: null,
    ...fields,
  },
});

test("the words of a picture are 10 to 1000 characters in each tab @full", {
  tag: "@phone",
}, async ({ page }) => {
  await atWorkspace(page, { scenes: [1] });
  const media = await openMedia(page);
  let calls = 0;
  page.on("request", (sent) => {
    if (sent.method() === "POST" && sent.url().includes("/api/ai/")) calls += 1;
  });
  for (const tab of ["Modify", "Generate"] as const) {
    await ask(media, tab, "At night");
    await expect(media.getByText("Image prompt must be at least 10 characters")).toBeVisible();
    await ask(media, tab, "x".repeat(1001));
    await expect(media.getByText("Image prompt must be less than 1000 characters")).toBeVisible();
    await expect(box(media, tab)).toHaveValue("x".repeat(1001));
  }
  expect(calls).toBe(0);
});

test("what is missing is said before anything is asked for, and what was typed stays @full", async ({
  page,
}) => {
  const storyId = await atWorkspace(page, { scenes: [2] });
  const media = await openMedia(page);
  await openTab(media, "Modify");
  await submit(media, "Modify").click();
  await expect(media.getByText("Please describe the change")).toBeVisible();
  await expect(box(media, "Modify")).toBeFocused();
  await openTab(media, "Animate");
  await box(media, "Animate").press("Enter");
  await expect(media.getByText("Please describe the movement")).toBeVisible();
  await openTab(media, "Generate");
  await expect(box(media, "Generate")).toHaveValue(/^The keeper at the water, panel 1/);
  await ask(media, "Generate", "A boat");
  await expect(media.getByText("Image prompt must be at least 10 characters")).toBeVisible();
  await ask(media, "Generate", "  ");
  await expect(
    media.getByText("No original image prompt available for regeneration"),
  ).toBeVisible();
  await box(media, "Generate").fill("A boat with a lamp in the fog");
  await openTab(media, "Modify");
  await box(media, "Modify").fill("Make it night");

  // A file of another kind, one that is too large, and none at all.
  await openTab(media, "Upload");
  const input = media.getByLabel("Upload a picture");
  const file = await pictureFile("#14639b");
  await input.setInputFiles({ ...file, name: "notes.txt", mimeType: "text/plain" });
  await expect(
    talk(media).getByText("Invalid file type. Please select a JPEG, PNG, GIF, or WebP image."),
  ).toBeVisible();
  await input.setInputFiles({ ...file, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
  await expect(
    talk(media).getByText("File too large (10.1 MB). Maximum size is 10MB."),
  ).toBeVisible();
  await media.locator(".media").evaluate((element) => {
    element.dispatchEvent(
      new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() }),
    );
  });
  await expect(talk(media).getByText("No file selected")).toBeVisible();
  // One that is pasted is taken wherever the author is.
  const pasted = file.buffer.toString("base64");
  await openTab(media, "Modify");
  await box(media, "Modify").evaluate((element, base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], "pasted.png", { type: "image/png" }));
    element.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, clipboardData: data }));
  }, pasted);
  await expect(talk(media).getByText("Here is pasted.png.")).toBeVisible();
  await expect(box(media, "Modify")).toHaveValue("Make it night");

  // What was typed outlives closing and a reload.
  await expect(async () => {
    // Just after an upload a press would be meant for that.
    await media.getByRole("button", { name: "Cancel" }).click({ timeout: 1_000 });
    await expect(media).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await page.reload();
  await openMedia(page);
  await expect(box(media, "Modify")).toHaveValue("Make it night");
  await openTab(media, "Generate");
  await expect(box(media, "Generate")).toHaveValue("A boat with a lamp in the fog");
  await media.getByRole("button", { name: "Cancel" }).click();

  // A video can be neither edited nor animated.
  await sql(
    `update take set kind = 'video' where panel_id in (select p.id from panel p
       join scene s on s.id = p.scene_id where s.story_id = $1 and p.panel_number = 2)`,
    [storyId],
  );
  await openMedia(page, 2);
  await take(media, 1).click();
  await ask(media, "Modify", "Make it night");
  await expect(
    media.getByText("Please select an image to edit. Videos cannot be edited."),
  ).toBeVisible();
  await ask(media, "Animate", "Rain falls");
  await expect(media.getByText("Please select an image to animate")).toBeVisible();
  await expect(overlay(media)).toHaveCount(0);
});

test("each failure is said in the conversation, in its words, and the prompt stays @full", {
  tag: "@phone",
}, async ({ page }) => {
  const heard = await listen(page);
  await atWorkspace(page, { scenes: [1] });
  const media = await openMedia(page);
  const flagged =
    "Content was flagged as sensitive by the AI safety filter. Please try a different prompt.";
  const busy = "Rate limit reached. Please wait a moment and try again.";
  const silent = { success: false, error: { code: "unknown" }, message: "" };

  // The painter and the animator themselves refuse or fail.
  const marked = [
    ["Modify", "Make it night [[flagged]]", flagged],
    ["Animate", "Rain falls [[flagged]]", flagged],
    ["Generate", "The keeper in the fog [[flagged]]", flagged],
  ] as const;
  for (const [tab, prompt, text] of marked) {
    const before = await talk(media).getByText(text, { exact: true }).count();
    await ask(media, tab, prompt);
    await expect(talk(media).getByText(text, { exact: true })).toHaveCount(before + 1, {
      timeout: 60_000,
    });
    await expect(overlay(media)).toHaveCount(0);
    await expect(box(media, tab)).toHaveValue(prompt);
    await expect(box(media, tab)).toBeFocused();
  }

  // Every way in which the start of it can fail.
  const refusals = [
    ["Modify", 429, failure("Slow down.", "rate_limited"), busy],
    [
      "Modify",
      503,
      failure("The painter is away."),
      "Image generation failed: The painter is away.",
    ],
    ["Modify", 500, silent, "Image generation failed"],
    ["Modify", 202, { success: true, data: {} }, "No job ID in response"],
    ["Generate", 503, failure("Ink ran out."), "Panel regeneration failed: Ink ran out."],
    ["Generate", 500, silent, "Regeneration failed. Please try again."],
    ["Animate", 503, failure("No film left."), "Failed to start video generation"],
  ] as const;
  for (const [tab, status, body, text] of refusals) {
    await answer(page, calls[tab], status, body);
    await ask(media, tab, "The keeper walks into the fog");
    await expect(talk(media).getByText(text, { exact: true })).toBeVisible();
    await expect(box(media, tab)).toHaveValue("The keeper walks into the fog");
    await page.unroute(calls[tab]);
  }
  await expect(talk(media).getByText("Try regenerating again").last()).toBeVisible();
  await expect(talk(media).getByText("No film left.")).toBeVisible();
  // The words of a job that has failed.
  await answer(page, calls.Generate, 202, started("panel_image"));
  await answer(
    page,
    "**/api/ai/image-status/*",
    200,
    state("panel_image", {
      status: "failed",
      error: "Image generation failed: The paper is gone.",
    }),
  );
  await ask(media, "Generate", "The keeper walks into the fog again");
  await expect(
    talk(media).getByText("Panel regeneration failed: The paper is gone."),
  ).toBeVisible();
  await answer(page, calls.Animate, 202, started("video"));
  const lost = state("video", { status: "failed", error: "Video generation failed" });
  await answer(page, "**/api/ai/video-status/*", 200, lost);
  await ask(media, "Animate", "Rain falls on the bell tower");
  await expect(talk(media).getByText("Video generation failed", { exact: true })).toBeVisible();
  await expectTakes(media, 1);
  expect(await heard()).toContain(tones.error);
});

test("what a server that ended was making says that it waits @full", { tag: "@phone" }, async ({
  page,
}) => {
  await atWorkspace(page, { scenes: [1] });
  const media = await openMedia(page);
  for (const [tab, type, address] of [
    ["Modify", "image", "**/api/ai/image-status/*"],
    ["Animate", "video", "**/api/ai/video-status/*"],
  ] as const) {
    await answer(page, calls[tab], 202, started(type));
    await answer(page, address, 200, state(type, { isWaiting: true }));
    await ask(media, tab, "The keeper walks into the fog");
    const waits = overlay(media).getByText("Waiting for the server to resume this.");
    await expect(waits).toBeVisible();
    await page.unroute(address);
    await answer(page, address, 200, state(type, { progress: 20 }));
    await expect(waits).toBeHidden();
    await expect(overlay(media).getByRole("progressbar")).toBeVisible();
    await page.unroute(address);
    await answer(page, address, 200, state(type, { status: "failed", error: "The lamp is out." }));
    await expect(overlay(media)).toBeHidden();
    await page.unroute(address);
  }
});

test("work goes on while the page is left, and cannot be closed away @full", async ({ page }) => {
  await atWorkspace(page, { scenes: [1] });
  await page.route("**/api/ai/image-status/*", (route) => route.abort());
  const media = await openMedia(page);
  await ask(media, "Generate", "The bell tower in the fog, with gulls");
  const working = overlay(media);
  await expect(working.getByText("Generating Image...")).toBeVisible();
  await expect(working.getByText("Usually takes 10-40 seconds")).toBeVisible();
  await expect(working.getByRole("timer")).toHaveText(/^0:0[1-9]$/);
  await expect(working.locator(".media-float")).not.toHaveCount(0);
  const floating = await working.locator(".media-float").count();
  expect(floating).toBeLessThanOrEqual(6);

  // Neither Escape nor a press beside it nor its buttons close it; what lies beneath is out of reach.
  await page.keyboard.press("Escape");
  await page.mouse.click(4, 4);
  for (const name of ["Close", "Use This Image"]) {
    await expect(media.getByRole("button", { name })).toBeDisabled();
  }
  await expect(media).toBeVisible();
  await expect(media.locator(".media-grid")).toHaveAttribute("inert", "");

  await page.reload();
  await page.unroute("**/api/ai/image-status/*");
  await openMedia(page);
  await expect(talk(media).getByText("Here is another take.")).toBeVisible({ timeout: 30_000 });
  await expect(talk(media).getByText("The bell tower in the fog, with gulls")).toBeVisible();
  await expectTakes(media, 2);
  await expect(take(media, 2)).toHaveAttribute("aria-pressed", "true");
  await expect(overlay(media)).toHaveCount(0);

  // Whoever waits no longer is told what becomes of it; the take comes all the same.
  const held = Promise.withResolvers<void>();
  await page.route(calls.Generate, async (route) => {
    const response = await route.fetch();
    await held.promise;
    await route.fulfill({ response });
  });
  await ask(media, "Generate", "The bell tower at noon, with a kite");
  await media.getByRole("button", { name: "Cancel" }).click();
  await expect(media.getByRole("button", { name: "Cancelling …" })).toBeVisible();
  held.resolve();
  await expect(talk(media).getByText("Cancelled.", { exact: true })).toBeVisible();
  await expect(overlay(media)).toHaveCount(0);
  await expectTakes(media, 3);
  await expect(take(media, 3)).toHaveAttribute("aria-pressed", "false");
});

test("a picture nobody can ask for and a video that takes too long are given up @full", async ({
  page,
}) => {
  await page.clock.install();
  await atWorkspace(page, { scenes: [1] });
  await answer(page, calls.Generate, 202, started("panel_image"));
  let asked = 0;
  await page.route("**/api/ai/image-status/*", (route) => {
    asked += 1;
    return route.fulfill({ status: 503, contentType: "application/json", body: "{}" });
  });
  const frame = panel(page, 1, 1);
  await frame.hover();
  // It begins by itself after about 200 ms: the clock stands still until the test moves it.
  await page.clock.pauseAt(Date.now() + 60_000);
  await frame.getByRole("button", { name: "Regenerate image" }).click();
  const media = workspace(page);
  await expect(box(media, "Generate")).toBeAttached();
  await page.clock.runFor(150);
  await expect(overlay(media)).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(overlay(media).getByText("Generating Image...")).toBeVisible();
  const given = talk(media).getByText("Failed to check image generation status");
  for (let second = 0; second < 300 && !(await given.isVisible()); second += 1) {
    await page.clock.runFor(1_000);
  }
  await expect(given).toBeVisible();
  expect(asked).toBe(5);

  await answer(page, calls.Animate, 202, started("video"));
  await answer(page, "**/api/ai/video-status/*", 200, state("video", { progress: 20 }));
  await ask(media, "Animate", "Rain falls");
  await expect(overlay(media).getByText("Generating Video...")).toBeVisible();
  await expect(overlay(media).getByText("Usually takes 30-80 seconds")).toBeVisible();
  const bar = overlay(media).getByRole("progressbar");
  const progress = async () => {
    await page.clock.runFor(1_000);
    return bar.getAttribute("aria-valuenow");
  };
  await expect.poll(progress).toBe("20");
  await page.clock.runFor(260_000);
  await expect(overlay(media)).toBeVisible();
  await page.clock.runFor(45_000);
  await expect(talk(media).getByText("Video generation took longer than expected")).toBeVisible();
  await expect(overlay(media)).toHaveCount(0);

  // A picture that is refined has a title of its own.
  await answer(page, calls.Modify, 202, started("image"));
  await ask(media, "Modify", "Make it night");
  await expect(overlay(media).getByText("Refining Image...")).toBeVisible();
  await page.clock.runFor(60_000);
});

test("the conversation stays at its end, unless somebody scrolled up @full", async ({ page }) => {
  await atWorkspace(page, { scenes: [1] });
  const media = await openMedia(page);
  await answer(page, calls.Modify, 503, failure("The painter is away."));
  const end = () =>
    talk(media).evaluate(
      ({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - scrollTop - clientHeight,
    );
  for (let turn = 0; turn < 6; turn += 1) {
    await ask(media, "Modify", `Make it night, for the ${turn + 1}th time`);
    await expect(talk(media).getByText("Image generation failed:")).toHaveCount(turn + 1);
    expect(await end()).toBeLessThan(4);
  }
  await talk(media).evaluate((element) => element.scrollTo(0, 0));
  await ask(media, "Modify", "Make it night once more");
  await expect(talk(media).getByText("Image generation failed:")).toHaveCount(7);
  expect(await talk(media).evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(4);
});
