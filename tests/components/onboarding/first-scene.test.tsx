import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Panel, Scene } from "@/lib/scenes/schema";
import { draftEntry } from "@/tests/support/draft-entry";
import { aCharacter, aPanel, aScene, aSceneProgress, testId } from "../support/builders";
import { advanceTime, fakeTime, fill } from "../support/render";
import { type Call, defer, failWith } from "../support/server";
import { atStep, findNextScenePrompt, firstPrompt, inWizard } from "./wizard";

const told = "Two sisters repair a small airship at dawn. The mail must reach the islands today.";
const create = "Create Your Story";
const generate = "POST /api/ai/generate-scene";
const drawing = "Drawing the first picture...";
const jobId = testId("7");

type Wizard = Awaited<ReturnType<typeof inWizard>>;

const undrawn = (changes: Partial<Panel> = {}) =>
  aPanel(1, { status: "processing", imageUrl: null, hasImage: false, ...changes });

/** The server begins the first scene, or makes it anew, and keeps it. */
function begin({ saved, storyId, api }: Wizard, changes: Partial<Scene> = {}) {
  const scene = aScene(1, 1, { storyId, status: "generating", panels: [undrawn()], ...changes });
  const progress = () =>
    aSceneProgress({
      scene: saved.now().scenes[0] ?? scene,
      isGenerating: saved.now().scenes[0]?.status === "generating",
    });
  api.answer({
    "GET /api/ai/scene-status/{sceneId}": progress,
    [generate]: ({ body }: Call) => {
      const { prompt } = body as { prompt: string };
      saved.change({ scenes: [{ ...scene, prompt }] });
      return { scene: { ...scene, prompt }, newCharacters: [], newLocations: [], jobId };
    },
  });
  return {
    scene,
    /** Sets the response to the next poll of the story. */
    end: (now: Partial<Scene> = { status: "completed", panels: [aPanel()] }) =>
      saved.change({ scenes: [{ ...scene, ...now, version: 2 }] }),
  };
}

const firstSheet = () => screen.findByRole("region", { name: /^Scene 1\b/ });
const alertSays = async (sentence: string) =>
  within(await screen.findByRole("alert")).findByText(sentence);

describe("the prompt of the first scene", () => {
  it("is proposed, has rules, and is sent by Enter", async () => {
    fakeTime();
    const wizard = await inWizard(4, told);
    const { api, saved, user, press, backTo, proceedTo, reload, storyId } = wizard;
    screen.getByText(/about 30 to 60 seconds/);
    expect(firstPrompt()).toHaveProperty("value", told);
    await fill(user, firstPrompt(), " ");
    await press(create);
    await alertSays("Please enter a scene prompt");
    expect(document.activeElement).toBe(firstPrompt());
    await fill(user, firstPrompt(), "Too short");
    await user.keyboard("{Enter}");
    await alertSays("Prompt should be at least 10 characters");
    await fill(user, firstPrompt(), "x".repeat(1001));
    await press(create);
    await alertSays("Prompt too long (max 1000 characters)");

    await fill(user, firstPrompt(), "The sisters wake before dawn");
    await user.keyboard("{Shift>}{Enter}{/Shift}");
    await user.paste("and light the burner");
    const prompt = "The sisters wake before dawn\nand light the burner";
    await backTo(3);
    await reload();
    await atStep(3);
    await proceedTo(4);
    expect(firstPrompt()).toHaveProperty("value", prompt);

    // The first two changes follow the clock, whatever the server does.
    const { scene, end } = begin(wizard);
    const answer = defer((call: Call) => {
      saved.change({ scenes: [scene] });
      expect(call.headers.get("idempotency-key")).toContain(storyId);
      return { scene, newCharacters: [], newLocations: [], jobId };
    });
    api.answer({ [generate]: answer.answer });
    firstPrompt().focus();
    await user.keyboard("{Enter}{Enter}");
    await screen.findByText("Reading your idea...");
    await advanceTime(1_000);
    screen.getByText("Writing the first scene...");
    await advanceTime(1_000);
    screen.getByText("Preparing the panels...");
    const cast = { characterIds: [], locationIds: [] };
    expect(api.sent(generate)).toEqual([
      { storyId, prompt, generateImages: true, maxPanels: 1, ...cast },
    ]);
    await answer.release();
    await screen.findByText(drawing);
    end();
    await advanceTime(3_000);
    expect(within(await firstSheet()).getAllByRole("img")).toHaveLength(1);
    await screen.findByRole("button", { name: "Publish now" });
    // Done for this session, and nothing of it is left behind.
    await reload();
    await firstSheet();
    expect(localStorage.getItem(draftEntry("onboarding", storyId, null)[0])).toBeNull();
  });

  it("is filled by an opening idea, which starts at once", async () => {
    const suggestions = [1, 2, 3, 4].map((number) => ({
      emoji: "⚓",
      text: `Opening ${number}: a rope is cut.`,
    }));
    const wizard = await inWizard(4, told, {
      answers: { "POST /api/ai/scene-suggestions": { suggestions, isNewStory: true } },
    });
    const { saved, user, press } = wizard;
    begin(wizard, { status: "completed", panels: [aPanel()] });
    await press("Story Opening Ideas");
    const ideas = await screen.findAllByRole("button", { name: /Opening \d: a rope/ });
    expect(ideas).toHaveLength(4);
    await user.click(ideas[0] as HTMLElement);
    expect(within(await firstSheet()).getAllByRole("img")).toHaveLength(1);
    expect(saved.now().scenes.map(({ prompt }) => prompt)).toEqual([suggestions[0]?.text]);
  });
});

describe("the first scene", () => {
  it("shows a refusal and keeps all input", async () => {
    const wizard = await inWizard(4, told);
    const { api, user, press } = wizard;
    const extra = { errorType: "duplicate_prompt", timeRemaining: 200 };
    const refusal =
      "You used this exact prompt recently. Please try a different prompt or wait 5 minutes!";
    api.answer({ [generate]: failWith("duplicate_prompt", refusal, { extra }) });
    await press(create);
    await alertSays(refusal);
    // Not "try again", which the sentence has just ruled out.
    screen.getByText("Your text is still here.");
    expect(firstPrompt()).toHaveProperty("value", told);
    await fill(user, firstPrompt(), `${told} A storm is coming.`);
    begin(wizard, { status: "completed", panels: [aPanel()] });
    await press(create);
    await firstSheet();
  });

  it("says how long to wait where it comes too soon", async () => {
    const extra = { errorType: "rate_limit", timeRemaining: 4 };
    const refusal =
      "Please wait 4 seconds before generating another scene. This helps us manage server resources!";
    const answers = { [generate]: failWith("rate_limit", refusal, { extra }) };
    const { press } = await inWizard(4, told, { answers });
    await press(create);
    await alertSays(refusal);
  });

  it.each([
    {
      sentence: "AI service temporarily unavailable...",
      errorMessage: "AI service temporarily unavailable...",
      panels: [],
    },
    {
      sentence: "Scene generation failed during image creation",
      errorMessage: null,
      panels: [
        undrawn({
          status: "failed",
          imageGenerationError: { message: "flagged", isContentFlag: true },
        }),
      ],
    },
  ])("can be tried again with another prompt where it fails: $sentence", async (failure) => {
    fakeTime();
    const { sentence, ...ended } = failure;
    const keeper = aCharacter({ name: "Keeper" });
    const wizard = await inWizard(4, told, { story: { characters: [keeper] } });
    const { api, saved, user, press, reload, storyId } = wizard;
    await user.click(screen.getByRole("checkbox", { name: "Keeper", hidden: true }));
    const text = "The sisters light the burner at night";
    await fill(user, firstPrompt(), text);
    const { scene, end } = begin(wizard);
    await press(create);
    await advanceTime(2_000);
    await screen.findByText(drawing);
    end({ status: "failed", ...ended });
    await advanceTime(3_000);
    await alertSays(sentence);
    expect(firstPrompt()).toHaveProperty("value", text);
    const isFlagged = ended.panels.length > 0;
    if (isFlagged) screen.getByText(/Try rephrasing with gentler language/);
    // A reload does not lose the failure for a dashboard without a picture.
    await reload();
    await atStep(4);
    await alertSays(sentence);
    const chip = "Remove Keeper from this scene";
    screen.getByRole("button", { name: chip });

    const other = "The sisters light the burner and rise above the roofs";
    await fill(user, firstPrompt(), other);
    if (!isFlagged) {
      // Skipped now, they go on at the table.
      await press("Skip to the workspace");
      expect(await findNextScenePrompt()).toHaveProperty("value", other);
      screen.getByRole("button", { name: chip });
      return;
    }
    // It is the same scene, made anew, without the cast that was taken out.
    await press(chip);
    begin(wizard, { version: 3, status: "completed", panels: [aPanel()] });
    await press(create);
    await firstSheet();
    expect(saved.now().scenes).toHaveLength(1);
    expect(api.sent(generate).at(-1)).toMatchObject({
      storyId,
      prompt: other,
      regenerateExisting: true,
      existingSceneId: scene._id,
      characterIds: [],
    });
  });

  it("repeats the same request after a reload before the response", async () => {
    const wizard = await inWizard(4, told);
    const { api, saved, press, reload } = wizard;
    api.answer({ [generate]: defer(null).answer });
    await press(create);
    await waitFor(() => expect(api.calls(generate)).toHaveLength(1));
    begin(wizard, { status: "completed", panels: [aPanel()] });
    await reload();
    expect(within(await firstSheet()).getAllByRole("img")).toHaveLength(1);
    expect(saved.now().scenes).toHaveLength(1);
    const keys = api.calls(generate).map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBeNull();
  });

  it("waits for its picture after a reload", async () => {
    fakeTime();
    const wizard = await inWizard(4, told);
    begin(wizard);
    await wizard.press(create);
    await advanceTime(2_000);
    await screen.findByText(drawing);
    await wizard.reload();
    await screen.findByText(drawing);
    expect(screen.queryByRole("region", { name: /^Scene 1\b/ })).toBeNull();
    expect(screen.queryByRole("textbox", { name: "What is your story about?" })).toBeNull();
  });

  it("leads to the workspace after forty polls, in any state", async () => {
    fakeTime();
    const wizard = await inWizard(4, told);
    begin(wizard);
    await wizard.press(create);
    await advanceTime(2_000);
    await screen.findByText(drawing);
    for (let look = 1; look <= 39; look += 1) await advanceTime(3_000);
    screen.getByText(drawing);
    expect(screen.queryByRole("region", { name: /^Scene 1\b/ })).toBeNull();
    for (let look = 1; look <= 2; look += 1) await advanceTime(3_000);
    await firstSheet();
  });
});
