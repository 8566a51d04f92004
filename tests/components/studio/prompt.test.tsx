import { screen, waitFor, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Providers } from "@/components/shell/providers";
import { Workspace } from "@/components/studio/workspace";
import { draftEntry } from "@/tests/support/draft-entry";
import { expectAccessible } from "../support/accessibility";
import { advanceTime, fakeTime, fill } from "../support/render";
import { defer, failWith, networkError, raw } from "../support/server";
import { renderWorkspace } from "../support/workspace";
import {
  beginsScenes,
  generate,
  promptBox,
  recordTones,
  reload,
  sheet,
  storyOf,
} from "./workspace";

const good = "The keeper goes down to the water with the lamp";
const radio = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });

async function writing(panels = [1], changes = {}) {
  const story = storyOf(panels, changes);
  const workspace = await renderWorkspace(story);
  const ask = async (words: string) => {
    await fill(workspace.user, promptBox(), words);
    await workspace.user.keyboard("{Enter}");
  };
  return { ...workspace, story, ask };
}

describe("the prompt", () => {
  it("is not sent before hydration, when the browser would reload the page without its text", () => {
    const html = document.createElement("div");
    const page = <Workspace initial={storyOf([1])} otherPainter={null} />;
    html.innerHTML = renderToString(<Providers>{page}</Providers>);
    const press = within(html).getByRole("button", { name: "Draw it" });
    expect(press).toHaveProperty("disabled", true);
  });

  it("shows its errors, and keeps the input", async () => {
    const workspace = await writing();
    const { api, user, story, ask } = workspace;
    await user.click(screen.getByRole("button", { name: "Draw it" }));
    const problem = (description: string) =>
      expect(screen.getByRole("textbox", { description })).toBe(promptBox());
    problem("Scene prompt is required");
    expect(document.activeElement).toBe(promptBox());
    expect(screen.getByRole("alert").querySelector("svg")).not.toBeNull();
    await fill(user, promptBox(), "Too short");
    expect(screen.queryByText("Scene prompt is required")).toBeNull();
    await user.keyboard("{Enter}");
    problem("Prompt should be at least 10 characters");
    // In a script without spaces four characters say as much; two do not.
    await ask("灯台");
    problem("Prompt should be at least 10 characters");
    await ask("x".repeat(1001));
    problem("Prompt too long (max 1000 characters)");
    await expectAccessible();
    await fill(user, promptBox(), "A line");
    await user.keyboard("{Shift>}{Enter}{/Shift}and another");
    const again = await reload(story);
    expect(promptBox().value).toBe("A line\nand another");

    // Exactly 1000 characters are in order, and are sent; not by Enter on a number of panels.
    beginsScenes(workspace, story);
    await fill(again.user, promptBox(), "y".repeat(1000));
    radio("4 panels").focus();
    await again.user.keyboard("{Enter}");
    expect(api.calls(generate)).toHaveLength(0);
    promptBox().focus();
    await again.user.keyboard("{Enter}");
    await waitFor(() => sheet(2));
    const cast = { characterIds: [], locationIds: [] };
    expect(api.sent(generate)).toEqual([
      { storyId: story._id, prompt: "y".repeat(1000), generateImages: true, maxPanels: 3, ...cast },
    ]);
    expect(promptBox().value).toBe("");
    expect(document.activeElement).toBe(promptBox());
  });

  it("requests one scene, however often it is pressed", async () => {
    const workspace = await writing();
    const { api, user, story, ask } = workspace;
    const answer = defer(beginsScenes(workspace, story));
    api.answer({ [generate]: answer.answer });
    await ask(good);
    await user.keyboard("{Enter}");
    await user.dblClick(screen.getByRole("button", { name: "Draw it" }));
    // Text typed meanwhile belongs to the next scene.
    await fill(user, promptBox(), `${good}, and back again`);
    await answer.release();
    await waitFor(() => sheet(2));
    expect(api.calls(generate)).toHaveLength(1);
    expect(promptBox().value).toBe(`${good}, and back again`);
    expect(() => sheet(3)).toThrow();
  });

  it("ignores a second press until the first request is over", async () => {
    fakeTime();
    const workspace = await writing();
    const { api, story, ask } = workspace;
    // The server takes the same words once.
    const scene = beginsScenes(workspace, story)();
    api.answer({ [generate]: scene });
    await ask(good);
    await waitFor(() => expect(promptBox().value).toBe(""));
    await ask(good);
    await advanceTime(600);
    expect(api.calls(generate)).toHaveLength(1);
    await ask(good);
    await waitFor(() => expect(api.calls(generate)).toHaveLength(2));
  });

  it("is kept where it is refused, even if another tab has saved another draft", async () => {
    const { api, story, ask } = await writing();
    const extra = { errorType: "rate_limit", timeRemaining: 4 };
    api.answer({
      [generate]: () => {
        const whale = "A whale passes the reef";
        localStorage.setItem(...draftEntry("scene-prompt", story._id, whale));
        return failWith("rate_limit", "Please wait 4 seconds.", { extra });
      },
    });
    await ask(good);
    await screen.findByText(/^Please wait 4 seconds/);
    expect(promptBox().value).toBe(good);
  });

  it("has a message and a sound for each refusal, and keeps its text", async () => {
    fakeTime();
    const heard = recordTones();
    const { api, story, ask } = await writing();
    const pauseText =
      "Please wait 4 seconds before generating another scene. This helps us manage server resources!";
    const hourText =
      "You've reached your hourly limit of 20 scene generations. Try again in 10 minutes!";
    const duplicateText =
      "You used this exact prompt recently. Please try a different prompt or wait 5 minutes!";
    const failure = (message: string, more = {}) => ({ success: false, message, ...more });
    const cases: [answer: unknown, text: string][] = [
      [failWith("rate_limit", pauseText, { extra: { errorType: "rate_limit" } }), pauseText],
      [failWith("quota_exceeded", hourText, { extra: { errorType: "quota_exceeded" } }), hourText],
      [raw(failure(duplicateText, { errorType: "duplicate_prompt" }), 409), duplicateText],
      [raw(failure("No more quota"), 500), "AI service temporarily unavailable..."],
      [
        raw(failure("It failed", { details: "insufficient quota" }), 500),
        "AI service temporarily unavailable...",
      ],
      [raw(failure("Slow down"), 429), "AI service is busy - please try again in a moment!"],
      [
        raw(failure("AI scene generation failed: no script"), 500),
        "AI generation failed. This might be temporary - please try again or contact support if it persists.",
      ],
      [networkError(), "Network error - please check your connection"],
    ];
    for (const [answer, text] of cases) {
      api.answer({ [generate]: answer });
      await ask(good);
      await screen.findAllByText(text);
      expect(promptBox().value).toBe(good);
      // A message of a refusal leaves after six seconds.
      await advanceTime(7_000);
      expect(screen.queryByText(text)).toBeNull();
    }
    expect(heard("error")).toBe(cases.length);
    expect(heard("swoosh")).toBe(cases.length);
    await reload(story);
    expect(promptBox().value).toBe(good);
    expect(() => sheet(2)).toThrow();
  });
});

describe("the number of panels", () => {
  it("is three, or what was chosen last", async () => {
    const { user, story } = await writing();
    expect(radio("3 panels").checked).toBe(true);
    const bar = within(screen.getByRole("group", { name: "Panels in this scene" }));
    expect(bar.getAllByRole("radio")).toHaveLength(6);
    await user.click(radio("5 panels"));
    await reload(story);
    expect(radio("5 panels").checked).toBe(true);
  });

  it("is the story's default where its author has set one", async () => {
    const { user } = await writing([1], { defaultPanels: 4 });
    expect(radio("4 panels").checked).toBe(true);
    radio("4 panels").focus();
    await user.keyboard("{ArrowLeft}");
    expect(radio("3 panels").checked).toBe(true);
  });

  it("is the same in the settings, where it can be changed too", async () => {
    const { api, user, story } = await writing();
    api.answer({
      "GET /api/stories/tags": [],
      "PUT /api/stories/{storyId}": { ...story, defaultPanels: 1, version: 2 },
    });
    const bar = within(screen.getByRole("group", { name: "Panels in this scene" }));
    const both = async (name: string) => {
      expect(bar.getByRole("radio", { name })).toHaveProperty("checked", true);
      await user.click(screen.getByRole("button", { name: "Settings" }));
      const settings = within(await screen.findByRole("dialog", { name: "Story Settings" }));
      expect(settings.getByRole("radio", { name })).toHaveProperty("checked", true);
      return settings;
    };
    const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const cancelled = await both("3 panels");
    await user.click(cancelled.getByRole("button", { name: "Cancel" }));
    await closed();
    await user.click(bar.getByRole("radio", { name: "5 panels" }));
    const settings = await both("5 panels");
    settings.getByRole("radio", { name: "1 panel" }).focus();
    await user.keyboard(" ");
    await user.click(settings.getByRole("button", { name: "Save" }));
    await closed();
    await both("1 panel");
  });
});
