import { beforeEach, expect, it } from "vitest";
import type { PaintRequest } from "@/lib/ai/painter";
import { db } from "@/lib/platform/db";
import { type Author, playEvents, setUpPictures, TestPainter } from "../support";
import { imageJob, jobOf, panelWithPicture, target } from "./take-requests";

let author: Author;
let painter: TestPainter;
beforeEach(async () => {
  const answer = async ({ prompt }: PaintRequest) =>
    prompt === "add a hovercraft" ? { note: "I cannot draw a hovercraft yet." } : {};
  ({ author, painter } = await setUpPictures(new TestPainter(answer)));
});

/** Has a picture made and gives its address. */
async function made(jobId: string): Promise<string> {
  await playEvents();
  return (await imageJob(author, jobId)).result.imageUrl;
}

const madeFrom = () => painter.requests.at(-1)?.initialImage?.loadProvenance?.();

it("a changed picture records its original prompt and the changes since", async () => {
  const place = await panelWithPicture(author);
  const change = async (initialImageUrl: string, prompt: string) => {
    const body = { ...target(place), prompt, initialImageUrl, isRefineMode: true };
    return made(await jobOf(author, "generate-image", body));
  };
  const panel = { ...target(place), storyId: undefined, choose: false, prompt: "Mara in the rain" };
  const first = await made(await jobOf(author, "regenerate-panel", panel));
  const [{ seed } = { seed: "" }] = painter.requests;
  const dry = await change(first, "stop the rain");
  const from = {
    kind: "panel",
    prompt: "Mara in the rain\nShot: medium.",
    seed,
    figures: [{ id: "seed of Mara", name: "Mara" }],
    model: "Test painter",
  };
  expect(await madeFrom()).toMatchObject({ ...from, changes: [] });
  await change(dry, "make it night");
  expect(await madeFrom()).toMatchObject({ ...from, changes: ["stop the rain"] });
  // The prompt of an upload, or of a picture whose job is deleted, is unknown.
  await change(place.imageUrl, "make it night");
  expect(await madeFrom()).toBeNull();
});

it("so does a portrait", async () => {
  const { storyId } = await panelWithPicture(author);
  const { id: characterId } = await db.character.findFirstOrThrow({ where: { storyId } });
  const portrait = await made(
    await jobOf(author, "generate-character-image", {
      characterId,
      prompt: "A keeper in a red coat",
    }),
  );
  const change = {
    storyId,
    prompt: "Give her a scarf",
    initialImageUrl: portrait,
    isRefineMode: true,
  };
  await made(await jobOf(author, "generate-image", change));
  expect(await madeFrom()).toMatchObject({
    kind: "character",
    prompt: "A keeper in a red coat",
    figures: [{ id: "seed of Mara" }],
    changes: [],
  });
  // Asked for again, it is another picture, also of the same words.
  const first = painter.requests[0]?.seed;
  expect((await madeFrom())?.seed).toBe(first);
  await made(
    await jobOf(author, "generate-character-image", {
      characterId,
      prompt: "A keeper in a red coat",
    }),
  );
  expect(painter.requests.at(-1)?.seed).not.toBe(first);
});

it("the painter's note is stored with its picture", async () => {
  const place = await panelWithPicture(author);
  const body = { ...target(place), initialImageUrl: place.imageUrl, isRefineMode: true };
  for (const [prompt, note] of [
    ["add a hovercraft", "I cannot draw a hovercraft yet."],
    ["add a boat", undefined],
  ] as const) {
    const jobId = await jobOf(author, "generate-image", { ...body, prompt });
    await playEvents();
    expect((await imageJob(author, jobId)).result.note).toBe(note);
  }
});
