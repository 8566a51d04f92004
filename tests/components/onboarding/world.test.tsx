import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { artStyles } from "@/lib/stories/art-styles";
import { aCharacter, aLocation, aPicture, testId } from "../support/builders";
import { advanceTime, fakeTime, fill } from "../support/render";
import { defer, failWith, raw } from "../support/server";
import { atStep, described, inWizard, storyPreview } from "./wizard";

const told =
  "A clockmaker named Odile and her grandson Tom hunt a brass owl in the harbour of Lindhaven";
const promptOf = (id: string) => artStyles.find((style) => style.id === id)?.prompt;
const radio = (name: string, checked?: boolean) =>
  screen.getByRole("radio", {
    name: new RegExp(`^${name}`),
    ...(checked === undefined ? {} : { checked }),
  });

describe("the visual style of a new story", () => {
  const save = "PATCH /api/stories/{storyId}/art-style";

  it("is one of six, saved by Continue and kept by Back", async () => {
    const { api, user, backTo, proceedTo } = await inWizard(1, told);
    await proceedTo(2);
    expect(screen.getAllByRole("radio")).toHaveLength(6);
    radio("Classic Comic", true);
    await user.click(radio("Film Noir"));
    storyPreview().getByText("Film Noir");
    await backTo(1);
    expect(described()).toHaveProperty("value", told);
    await proceedTo(2);
    radio("Film Noir", true);
    await proceedTo(3);
    expect(api.sent(save)).toEqual([{ artStyle: promptOf("noir") }]);
  });

  it("is a custom one, which cannot be blank and survives a reload", async () => {
    const { api, user, press, proceedTo, reload } = await inWizard(2, told);
    await press("Or use a Custom Style");
    const field = () => screen.getByRole("textbox", { name: "Describe your style" });
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(screen.queryByRole("radio", { checked: true })).toBeNull();
    await fill(user, field(), "   ");
    await press("Continue");
    await screen.findByText("Style description cannot be blank");
    await fill(user, field(), " Woodcut in two colours ");
    storyPreview().getByText("Custom Style");
    await reload();
    await atStep(2);
    expect(field()).toHaveProperty("value", " Woodcut in two colours ");
    await proceedTo(3);
    expect(api.sent(save)).toEqual([{ artStyle: "Woodcut in two colours" }]);
  });

  it("shows an error where it cannot be saved, and is locked while it is saved", async () => {
    const { api, saved, user, press, backTo, proceedTo } = await inWizard(2, told);
    api.answer({ [save]: raw({ success: false, message: "no" }, 500) });
    await press("Continue");
    await screen.findByText("Failed to save art style");

    // Presses during the save change nothing, and Back does not continue.
    let answer = defer(saved.answers[save]);
    api.answer({ [save]: answer.answer });
    radio("Classic Comic").focus();
    await user.keyboard("{Enter}");
    await user.click(radio("Film Noir"));
    radio("Film Noir", false);
    await backTo(1);
    await answer.release();
    await atStep(1);
    api.answer(saved.answers);
    await proceedTo(2);
    radio("Classic Comic", true);

    // The focus stays on the style on which Enter was pressed.
    answer = defer(saved.answers[save]);
    api.answer({ [save]: answer.answer });
    radio("Classic Comic").focus();
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(radio("Classic Comic"));
    await answer.release();
    await atStep(3);
    expect(saved.now().artStyle).toBe(promptOf("classic-comic"));
  });
});

describe("the world of a new story", () => {
  const extract = "POST /api/ai/extract-entities";
  const generate = "Generate From Your Story";
  const reading = /^Finding characters and locations\./;
  const tom = (storyId: string) => aCharacter({ storyId, _id: testId("51"), name: "Tom" });
  const odile = (storyId: string) => aCharacter({ storyId });
  const harbour = (storyId: string) => aLocation({ storyId, name: "Lindhaven" });
  type Wizard = Awaited<ReturnType<typeof inWizard>>;

  /** The server finds those of the description, and keeps them. */
  function find({ saved, storyId }: Wizard, drawn = false) {
    const primaryImageUrl = drawn ? aPicture() : null;
    const newCharacters = [odile(storyId), tom(storyId)].map((one) => ({
      ...one,
      primaryImageUrl,
    }));
    const newLocations = [{ ...harbour(storyId), primaryImageUrl }];
    saved.change({ characters: newCharacters, locations: newLocations });
    return { newCharacters, newLocations };
  }

  it("is found in the description; pictures appear as they are drawn", async () => {
    fakeTime();
    const wizard = await inWizard(3, told);
    const { api, saved, press, leave, comeBack, storyId } = wizard;
    screen.getByText(/about 15 to 40 seconds/);
    const answer = defer(() => find(wizard));
    api.answer({ [extract]: answer.answer });
    await press(generate);
    await screen.findByText(reading);
    screen.getByRole("progressbar", { name: "Reading your story" });
    // A second press while the first is under way is no second search, nor is leaving by a link
    // and coming back.
    await press(generate);
    leave();
    await comeBack();
    await screen.findByText(reading);
    await answer.release();
    await screen.findByRole("button", { name: /^Edit Odile/ });
    screen.getByRole("button", { name: /^Edit Tom/ });
    expect(api.sent(extract)).toEqual([{ storyId, description: told }]);
    await screen.findByText(/^Found 3 characters and locations in your story\. 0 of 3 pictures/);
    storyPreview().getByText("Odile");
    const { characters, locations } = saved.now();
    for (const [index, { _id }] of characters.entries()) {
      saved.changeEntity("character", _id, { primaryImageUrl: aPicture(String(index)) });
    }
    await advanceTime(6_000);
    await screen.findByText(/^Found 3 characters and locations in your story\. 2 of 3 pictures/);
    const [place] = locations;
    saved.changeEntity("location", place?._id ?? "", { primaryImageUrl: aPicture() });
    await advanceTime(3_000);
    await screen.findByText(/^Found 3 characters and locations in your story\. Edit/);
    const form = screen.getByRole("form", { name: "Build Your World" });
    expect(form.querySelectorAll("img")).toHaveLength(3);

    // Found entities can be edited, and another search finds no duplicates.
    for (const [opener, title] of [
      [/^Edit Odile/, "Edit Character"],
      ["Add a location", "Add Location"],
    ] as const) {
      await press(opener);
      await screen.findByRole("dialog", { name: title });
      await wizard.user.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    }
    api.answer({ [extract]: { newCharacters: [], newLocations: [] } });
    await press(generate);
    await screen.findByText(/^Nothing new was found/);
  });

  it("shows an unreadable response for 8 s, and can be tried again", async () => {
    fakeTime();
    const wizard = await inWizard(3, told);
    const { api, press } = wizard;
    const details = "The answer was cut off";
    const extra = { errorType: "JSON_PARSE_ERROR", details, suggestion: "Please try again." };
    api.answer({ [extract]: failWith("writer_failed", "no", { extra }) });
    await press(generate);
    const said = "AI response format error: The answer was cut off. Please try again.";
    await screen.findByText(said);
    await advanceTime(6_000);
    screen.getByText(said);
    await advanceTime(4_000);
    await waitFor(() => expect(screen.queryByText(said)).toBeNull());
    api.answer({ [extract]: () => find(wizard, true) });
    await press(generate);
    await screen.findByRole("button", { name: /^Edit Odile/ });
  });

  it("shows a failure with its details, and keeps the cast", async () => {
    fakeTime();
    const wizard = await inWizard(3, told);
    const { api, press } = wizard;
    api.answer({ [extract]: () => find(wizard, true) });
    await press(generate);
    await screen.findByRole("button", { name: /^Edit Odile/ });
    const extra = { details: "It is asleep." };
    const down = failWith("ai_unavailable", "AI service temporarily unavailable", { extra });
    api.answer({ [extract]: down });
    // Sooner it would be the same press.
    await advanceTime(500);
    await press(generate);
    await screen.findByText("AI service temporarily unavailable: It is asleep.");
    screen.getByRole("button", { name: /^Edit Odile/ });
  });

  it("says why its pictures are not drawn, and waits for none", async () => {
    const wizard = await inWizard(3, told);
    const portraitsRefused = "Your budget for AI is used up for today.";
    wizard.api.answer({ [extract]: () => ({ ...find(wizard), portraitsRefused }) });
    await wizard.press(generate);
    await screen.findByText(portraitsRefused);
    screen.getByText(/^Found 3 characters and locations in your story\. Edit/);
  });

  it("is searched for again after a reload in the middle of the search", async () => {
    const wizard = await inWizard(3, told);
    const { api, press, reload } = wizard;
    api.answer({ [extract]: defer(null).answer });
    await press(generate);
    await screen.findByText(reading);
    api.answer({ [extract]: () => find(wizard, true) });
    await reload();
    await atStep(3);
    await screen.findByRole("button", { name: /^Edit Odile/ });
    await screen.findByText(/^Found 3 characters and locations/);
  });

  it("is optional: Continue works without it", async () => {
    const { proceedTo } = await inWizard(1, told);
    for (const step of [2, 3, 4] as const) await proceedTo(step);
    within(screen.getByRole("form")).getByRole("button", { name: "Create Your Story" });
  });
});
