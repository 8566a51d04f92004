import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ImageJob } from "@/lib/generation/schema";
import { aCharacter, aLocation, anImageJob, aPicture, testId } from "../support/builders";
import { advanceTime, fakeTime, submitByEnter } from "../support/render";
import { type Call, defer, failWith, raw } from "../support/server";
import { castOf, sheet } from "./cast";

const odile = aCharacter(sheet.character);
const market = aLocation(sheet.location);
const jobId = testId("7");
const status = "GET /api/ai/image-status/{jobId}";
const upload = "POST /api/upload/image";
const drawLocation = "POST /api/ai/generate-location-image";
const drawCharacter = "POST /api/ai/generate-character-image";
const refine = "POST /api/ai/generate-image";
const putLocation = "PUT /api/locations/{locationId}";
const stays = "The picture changes only when you press Regenerate.";

const png = (name: string) => new File(["png"], `${name}.png`, { type: "image/png" });
const done = (imageUrl: string, prompt: string): ImageJob =>
  anImageJob({
    jobId,
    status: "completed",
    progress: 100,
    type: "image",
    result: { imageUrl, prompt, timestamp: "2026-11-01T08:00:00.000Z" },
  });

/** The takes, and the picture that is shown. */
function pictureOf(label: string) {
  const region = () => within(screen.getByRole("region", { name: "Takes" }));
  return {
    takes: () => region().getAllByRole("button"),
    take: (number: number, pressed?: boolean) =>
      region().getByRole("button", {
        name: `Take ${number}`,
        ...(pressed === undefined ? {} : { pressed }),
      }),
    src: () => screen.getByRole("img", { name: label }).getAttribute("src"),
  };
}

describe("the picture of a location", () => {
  const shown = pictureOf(`Picture of ${market.name}`);

  it("is redrawn while the author types, and every take can be chosen again", async () => {
    fakeTime();
    const form = await castOf("location", { locations: [market] });
    const { api, saved, user, edit, field, write, press, says, dialog } = form;
    await edit(market.name);
    const draw = async (digit: string) => {
      api.answer({
        [drawLocation]: ({ body }: Call) => {
          const { prompt } = body as { prompt: string };
          api.answer({
            [status]: () => {
              saved.changeEntity("location", market._id, { primaryImageUrl: aPicture(digit) });
              return done(aPicture(digit), prompt);
            },
          });
          return { jobId };
        },
      });
      await advanceTime(500);
      await press(/^(Generate|Regenerate)$/);
    };
    await write("Image prompt", "   ");
    await press("Generate");
    await dialog().findByText("Please enter an image generation prompt first");
    expect(document.activeElement).toBe(field("Image prompt"));
    await write("Image prompt", "Too short");
    await press("Generate");
    await says("Image prompt", "Image prompt must be at least 10 characters");

    const snow = "A harbour market in deep snow with lanterns";
    await write("Image prompt", snow);
    await draw("1");
    const started = await screen.findByText("Location image regeneration started...");
    expect(started.closest("li")?.textContent).toContain(sheet.location.name);
    const typed = "Typed while the picture is being drawn.";
    await write("Description", typed);
    await advanceTime(1_000);
    await waitFor(() => expect(shown.src()).toBe(aPicture("1")));
    expect(field("Description").value).toBe(typed);
    expect(api.sent(drawLocation)).toEqual([{ locationId: market._id, prompt: snow }]);

    // A picture drawn from the form's text does not belong to another text, saved or not.
    expect(dialog().queryByText(stays)).toBeNull();
    const desert = "A desert market at noon with palm trees and sand";
    await write("Image prompt", desert);
    dialog().getByText(stays);
    await draw("2");
    await advanceTime(1_000);
    await waitFor(() => expect(shown.takes()).toHaveLength(2));
    expect(shown.src()).toBe(aPicture("2"));
    expect(dialog().queryByText(stays)).toBeNull();
    // Of the same words it is another one all the same.
    await draw("3");
    await advanceTime(1_000);
    await waitFor(() => expect(shown.takes()).toHaveLength(3));
    shown.take(3, true);
    shown.take(1).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(shown.src()).toBe(aPicture("1")));

    // Of two that are chosen one upon the other, the last holds.
    const before = api.sent(putLocation).length;
    await user.click(shown.take(2));
    await user.click(shown.take(1));
    await waitFor(() => expect(api.sent(putLocation)).toHaveLength(before + 2));
    expect(api.sent(putLocation).at(-1)).toEqual({ primaryImageUrl: aPicture("1") });
    await waitFor(() => expect(shown.src()).toBe(aPicture("1")));
    expect(saved.now().locations[0]).toMatchObject({
      primaryImageUrl: aPicture("1"),
      description: market.description,
    });

    // Choosing pictures made newer versions; the words typed meanwhile are saved all the same.
    await press("Save Changes");
    await screen.findByText("Location saved");
    expect(saved.now().locations[0]).toMatchObject({
      description: typed,
      imagePrompt: desert,
      primaryImageUrl: aPicture("1"),
    });
  });

  it("is changed by instructions", async () => {
    fakeTime();
    const form = await castOf("location", { locations: [market] });
    const { api, saved, user, edit, field, press, dialog, storyId, write } = form;
    const reply = { imageUrl: aPicture("1"), originalName: "teal.png" };
    api.answer({
      [upload]: reply,
      [refine]: { jobId },
      [status]: () => {
        saved.changeEntity("location", market._id, { primaryImageUrl: aPicture("2") });
        return done(aPicture("2"), "no");
      },
    });
    await edit(market.name);
    await user.upload(dialog().getByLabelText("Upload a picture"), png("teal"));
    await waitFor(() => expect(shown.src()).toBe(aPicture("1")));
    await press("Edit");
    const prompt = "At night, lanterns over the stalls";
    await write("What should change?", prompt);
    // Escape may end a composition.
    fireEvent.keyDown(field("What should change?"), { key: "Escape", isComposing: true });
    await press("Change it");
    await waitFor(() =>
      expect(api.sent(refine)).toEqual([
        {
          storyId,
          prompt,
          isRefineMode: true,
          initialImageUrl: aPicture("1"),
          width: 1024,
          height: 683,
          locationId: market._id,
        },
      ]),
    );
    await advanceTime(1_000);
    await waitFor(() => expect(shown.src()).toBe(aPicture("2")));
    expect(saved.now().locations[0]?.primaryImageUrl).toBe(aPicture("2"));
  });
});

describe("one spot of a portrait", () => {
  it("is marked where the portrait is edited, goes with the prompt, and is forgotten with it", async () => {
    fakeTime();
    const mira = aCharacter({ ...sheet.character, primaryImageUrl: aPicture("1") });
    const form = await castOf("character", { characters: [mira] });
    const { api, saved, user, edit, field, press, dialog, write } = form;
    const boxes = () => dialog().queryAllByRole("button", { name: /^Box at / });
    await edit(mira.name);
    await press("Edit");
    await press("Change one spot");
    expect(field("What should change?").placeholder).toBe("What should be here?");
    await write("What should change?", "A golden brooch");
    await press("Change it");
    await dialog().findByText(/^Please mark the spot that should change/);
    // By keyboard: a click without a pointer.
    fireEvent.click(dialog().getByRole("button", { name: "Box" }), { detail: 0 });
    await waitFor(() => expect(boxes()).toHaveLength(1));
    api.answer({
      [refine]: { jobId },
      [status]: () => {
        saved.changeEntity("character", mira._id, { primaryImageUrl: aPicture("2") });
        return done(aPicture("2"), "A golden brooch");
      },
    });
    await press("Change it");
    await waitFor(() => expect(api.sent(refine)).toHaveLength(1));
    expect(api.sent(refine)[0]).toMatchObject({
      characterId: mira._id,
      mask: { strokes: [], boxes: [{ x: 0.35, y: 0.35, width: 0.3, height: 0.3 }] },
    });
    await advanceTime(1_000);
    await waitFor(() => expect(dialog().queryByRole("toolbar")).toBeNull());
    await user.click(dialog().getByRole("button", { name: "Edit" }));
    dialog().getByRole("button", { name: "Change one spot", pressed: false });
  });
});

describe("a failure of a picture", () => {
  it("shows its message, and keeps the input", async () => {
    fakeTime();
    const form = await castOf("character", { characters: [odile] });
    const { api, user, edit, field, press, dialog, write } = form;
    await edit(odile.name);
    const draw = async (answer: unknown) => {
      api.answer({ [drawCharacter]: answer });
      await advanceTime(500);
      await press(/^(Generate|Regenerate)$/);
    };
    await draw(failWith("rate_limited", "Too many requests."));
    const wait = "Rate limit exceeded. Please wait a moment before trying again.";
    const said = () => screen.queryAllByText(wait).filter((it) => !it.closest('[role="dialog"]'));
    await waitFor(() => expect(said()).toHaveLength(1));
    await advanceTime(4_000);
    expect(said()).toHaveLength(1);
    await advanceTime(4_000);
    await waitFor(() => expect(said()).toHaveLength(0));

    await draw(raw({ success: true, data: {} }, 202));
    await dialog().findByText("No job ID in response");
    const dried = failWith("internal", "The ink has dried.");
    await draw(dried);
    await screen.findByText("Failed to start character image regeneration");
    await screen.findByText(`${odile.name}: The ink has dried.`);
    await dialog().findByText("The ink has dried.");

    // The instruction is restored where the change has failed.
    api.answer({ [upload]: { imageUrl: aPicture("1"), originalName: "a.png" }, [refine]: dried });
    await user.upload(dialog().getByLabelText("Upload a picture"), png("salmon"));
    await dialog().findByRole("img", { name: `Portrait of ${odile.name}` });
    await press("Edit");
    const wish = "A red scarf and shorter hair";
    await write("What should change?", wish);
    await user.keyboard("{Enter}");
    await dialog().findByText("Image generation failed: The ink has dried.");
    expect(field("What should change?").value).toBe(wish);

    // A refusal by the painter itself, after the start.
    const prompt = "A kind old woman with a lantern";
    await write("Image prompt", prompt);
    const error = "Content flagged as sensitive";
    api.answer({ [status]: anImageJob({ jobId, status: "failed", error }) });
    await draw({ jobId });
    await advanceTime(1_000);
    await waitFor(() => expect(dialog().getByRole("alert").textContent).toContain(error));
    expect(field("Image prompt").value).toBe(prompt);
  });

  it("of an upload is shown although another picture was requested meanwhile", async () => {
    const { api, user, edit, press, dialog } = await castOf("character", { characters: [odile] });
    await edit(odile.name);
    const torn = defer(failWith("internal", "The paper is torn."));
    api.answer({
      [upload]: torn.answer,
      [drawCharacter]: { jobId },
      [status]: anImageJob({ jobId }),
    });
    await user.upload(dialog().getByLabelText("Upload a picture"), png("salmon"));
    await press("Generate");
    dialog().getByRole("button", { name: "Upload", busy: true });
    await torn.release();
    expect((await dialog().findByRole("alert")).textContent).toContain("The paper is torn.");
  });

  it("such as an upload that was swept while a character was added shows an error and keeps the input", async () => {
    const form = await castOf("character");
    const { api, saved, user, add, field, press, dialog, write } = form;
    const create = "POST /api/characters";
    const gone = { field: "primaryImageUrl", message: "This picture could not be found." };
    api.answer({
      [upload]: { imageUrl: aPicture("1"), originalName: "plum.png" },
      [create]: failWith("validation_failed", "no", { errors: [gone] }),
    });
    await add();
    await user.click(dialog("Add").getByRole("tab", { name: "Manual" }));
    const { name, description, imagePrompt } = sheet.character;
    await write("Name", name);
    await write("Description", description);
    await write("Image prompt", imagePrompt);
    await user.upload(dialog("Add").getByLabelText("Upload a picture"), png("plum"));
    const picture = () => screen.queryByRole("img", { name: `Portrait of ${name}` });
    await waitFor(() => expect(picture()).not.toBeNull());
    field("Name").focus();
    await submitByEnter();
    await dialog("Add").findByText(/^Your picture is no longer available\./);
    expect(picture()).toBeNull();
    expect(field("Description").value).toBe(description);
    expect(api.sent(create)[0]).toMatchObject({ primaryImageUrl: aPicture("1") });
    api.answer({
      [create]: ({ body }: Call) => {
        const added = { ...odile, ...(body as object) };
        saved.change({ characters: [added] });
        return added;
      },
      [drawCharacter]: { jobId },
      [status]: anImageJob({ jobId }),
    });
    await press("Add Character");
    await screen.findByText("Character added");
    expect(api.sent(create).at(-1)).not.toHaveProperty("primaryImageUrl");
    expect(saved.now().characters[0]?.name).toBe(name);
  });
});
