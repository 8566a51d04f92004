import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ContractButton } from "@/components/media/contract-dialog";
import { expectAccessible } from "../support/accessibility";
import {
  aCharacter,
  aLocation,
  aPanel,
  aScene,
  aStory,
  testId,
  testUser,
} from "../support/builders";
import { fill, render } from "../support/render";
import { type Call, failWith, server } from "../support/server";

const outfitsOf = "GET /api/scenes/{sceneId}/panels/{panelNumber}/outfits";
const save = "PUT /api/scenes/{sceneId}/panels/{panelNumber}";

it("what a picture must show begins with who and where the prompt names, and is saved whole", async () => {
  const panel = aPanel(1, { shot: "wide", imagePrompt: "Odile waits at the pier at dusk." });
  const scene = aScene(1, 1, { panels: [panel] });
  const story = aStory({
    scenes: [scene],
    characters: [aCharacter()],
    locations: [aLocation()],
  });
  const api = server({ "GET /api/stories/{storyId}": story, [outfitsOf]: [] });
  const { user } = await render(<ContractButton {...{ story, scene, panel }} />, {
    viewer: testUser(),
  });
  const opener = screen.getByRole("button", { name: "What it must show" });
  const open = async () => {
    await user.click(opener);
    return within(await screen.findByRole("dialog", { name: "What the Picture Must Show" }));
  };
  let dialog = await open();
  const field = (name: string) => dialog.getByRole<HTMLInputElement>("textbox", { name });
  expect(["People", "Location", "Light"].map((name) => field(name).value)).toEqual([
    "Odile",
    "The Pier",
    "",
  ]);
  await expectAccessible();
  const people = "Odile (raincoat): lifts the bell\nA boy";
  await fill(user, field("People"), people);
  await fill(user, field("Must be seen"), Array(7).fill("a bell").join("\n"));
  const press = () => user.click(dialog.getByRole("button", { name: "Save" }));
  await press();
  await dialog.findByText(/at most 6 things/);
  await fill(user, field("Must be seen"), "a bell");
  // What was typed is kept, also by a refused save.
  api.answer({ [save]: failWith("validation_failed", "The scene is away.") });
  await press();
  await screen.findByText("Failed to update panel: The scene is away.");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  dialog = await open();
  expect(field("People").value).toBe(people);
  const contract = {
    people: [
      { name: "Odile", outfit: "raincoat", action: "lifts the bell" },
      { name: "A boy", outfit: "", action: "" },
    ],
    place: "The Pier",
    light: "",
    shot: "wide",
    mustShow: ["a bell"],
  };
  api.answer({ [save]: { ...panel, contract, version: 2 } });
  await press();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await screen.findByText("Panel 1 of scene 1");
  expect(api.sent(save).at(-1)).toEqual({ contract, version: 1 });
});

it("clothes are shown as they are worn, and told where the author changes them alone", async () => {
  const person = (name: string, outfit = "") => ({ name, outfit, action: "" });
  const rest = { place: "", light: "", shot: "", mustShow: [] };
  const panel = aPanel(1, {
    contract: { ...rest, people: [person("Odile"), person("Jo", "a cape"), person("Ann")] },
  });
  const scene = aScene(1, 1, { panels: [panel] });
  const story = aStory({ scenes: [scene] });
  const wears = (
    name: string,
    what: string,
    outfitId: string | null,
    formerNames: string[] = [],
  ) => ({
    characterId: testId(`8${name.length}`),
    name,
    formerNames,
    wears: what,
    outfitId,
    since: null,
    outfits: [{ _id: testId("81"), name: "Raincoat" }],
  });
  const api = server({
    "GET /api/stories/{storyId}": story,
    [outfitsOf]: [
      wears("Odile", "Raincoat", testId("81")),
      wears("Jo", "a cape", null),
      wears("Annabel", "Raincoat", testId("81"), ["Ann"]),
    ],
    [save]: { ...panel, version: 2 },
  });
  const { user } = await render(<ContractButton {...{ story, scene, panel }} />, {
    viewer: testUser(),
  });
  await user.click(screen.getByRole("button", { name: "What it must show" }));
  const dialog = within(await screen.findByRole("dialog"));
  const people = dialog.getByRole<HTMLInputElement>("textbox", { name: "People" });
  const shown = "Odile (Raincoat)\nJo (a cape)\nAnnabel (Raincoat)";
  await waitFor(() => expect(people.value).toBe(shown));
  const sendAs = async (text: string) => {
    await fill(user, people, text);
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.sent(save)).toHaveLength(1));
  };
  await sendAs("Odile (Raincoat): waves\nJo (a cape)\nAnnabel");
  expect(api.sent(save)[0]).toMatchObject({
    contract: {
      people: [
        { ...person("Odile"), action: "waves" },
        person("Jo", "a cape"),
        person("Annabel", "usual clothes"),
      ],
    },
  });
});

it("a line that was changed elsewhere stays, and another line is saved beside it", async () => {
  const contract = { people: [], place: "The Pier", light: "", shot: "", mustShow: [] };
  const panel = aPanel(1, { contract });
  const scene = aScene(1, 1, { panels: [panel] });
  const story = aStory({ scenes: [scene] });
  const newer = { ...panel, contract: { ...contract, light: "dusk" }, version: 2 };
  const api = server({
    "GET /api/stories/{storyId}": story,
    [outfitsOf]: [],
    [save]: ({ body }: Call) =>
      (body as { version: number }).version === 2
        ? { ...newer, ...(body as object), version: 3 }
        : failWith("stale_version", "This panel was changed.", { data: newer }),
  });
  const { user } = await render(<ContractButton {...{ story, scene, panel }} />, {
    viewer: testUser(),
  });
  await user.click(screen.getByRole("button", { name: "What it must show" }));
  const dialog = within(await screen.findByRole("dialog"));
  await fill(user, dialog.getByRole("textbox", { name: "Location" }), "The Quay");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.sent(save).at(-1)).toMatchObject({
    contract: { place: "The Quay", light: "dusk" },
    version: 2,
  });
});
