import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { documentOf, mediaName, panelOf, sceneOf, takeOf } from "@/tests/support/books/archives";
import { person } from "../http/harness";
import { importArchive, paintedStory, zipOf } from "./support";

const ada = await person("ada");
const mallory = await person("mallory");

describe("the origin of a picture that an archive claims", () => {
  let widths = 0;
  const paintedByOf = async (storyId: string) =>
    (await mallory.get(`/stories/${storyId}`)).body.data.paintedBy;

  const red = (width: number) =>
    sharp({ create: { width, height: 300, channels: 3, background: "#aa2233" } })
      .png()
      .toBuffer();

  async function imported(bytes: Uint8Array, extension: string, more: object) {
    const name = mediaName(bytes, extension);
    const takes = [takeOf({ file: name, ...more })];
    const document = documentOf({ scenes: [sceneOf([panelOf({ image: name, takes })])] });
    const archive = await zipOf({ "story.json": JSON.stringify(document), [name]: bytes });
    return importArchive(archive, mallory);
  }

  /** As on another site: no row is left of it. */
  async function foreign(bytes: Uint8Array, from: Parameters<typeof storePicture>[1]) {
    const { id, sha256, extension } = await storePicture(bytes, from);
    const file = (await storage().get(`${sha256}.${extension}`))?.bytes ?? new Uint8Array();
    await db.mediaObject.delete({ where: { id } });
    return { file: new Uint8Array(file), extension };
  }

  type From = Parameters<typeof storePicture>[1];
  const model = (agent: string): From => ({ origin: "model", agent: `Replicate: ${agent}` });
  const upload: From = { origin: "photo", uploaderId: ada.id };
  const drawn: From = { origin: "drawn", agent: "Inkwright demo studio" };
  const seedream = { model: "Seedream 4" };
  const none = { source: "uploaded", model: "" };
  it.each<[string, From | null, object, string[] | null]>([
    ["yields to the file's own: of the demo studio", drawn, seedream, ["Demo studio"]],
    ["yields to the file's own, where it names none", model("seedream-4"), none, ["seedream-4"]],
    ["is not repeated for an unknown model", model("Rembrandt"), { model: "Rembrandt" }, []],
    ["turns no signed upload into a model's picture", upload, { model: "seedream-4" }, null],
    ["marks an unsigned picture that it calls generated, namelessly", null, seedream, []],
    [
      "marks one that it calls remixed from a model's",
      null,
      { ...seedream, source: "remixed" },
      [],
    ],
    ["marks no remixed one without a model", null, { source: "remixed" }, null],
  ])("%s", async (_, from, claim, paintedBy) => {
    widths += 1;
    const bytes = await red(300 + widths);
    const { file, extension } = from
      ? await foreign(bytes, from)
      : { file: bytes, extension: "png" };
    expect(await paintedByOf(await imported(file, extension, claim))).toEqual(paintedBy);
  });

  it("marks portraits and sheets that it says a model made", async () => {
    const [portrait, sheet] = [await red(200), await red(201)];
    const names = { portrait: mediaName(portrait, "png"), sheet: mediaName(sheet, "png") };
    const said = { prompt: "", model: "Seedream 4", createdAt: "2026-01-01T00:00:00Z" };
    const mara = {
      key: "c1",
      name: "Mara",
      title: "",
      description: "A keeper",
      imagePrompt: "A keeper",
      seed: "1",
      firstAppearance: 0,
      primary: names.portrait,
      images: [{ ...said, file: names.portrait }],
      references: [{ ...said, role: "face", label: "", outfit: null, file: names.sheet }],
    };
    const id = await importArchive(
      await zipOf({
        "story.json": JSON.stringify(documentOf({ characters: [mara] })),
        [names.portrait]: portrait,
        [names.sheet]: sheet,
      }),
      mallory,
    );
    const { primary, references } = await db.character.findFirstOrThrow({
      where: { storyId: id },
      include: { primary: true, references: { include: { media: true } } },
    });
    expect([primary, references[0]?.media].map((one) => one?.isGenerated)).toEqual([true, true]);
    const { status } = await mallory.put(`/stories/${id}`, { madeByHand: true });
    expect(status).toBe(400);
  });

  it("and a remix keeps the origin of its pictures", async () => {
    const storyId = await paintedStory(ada, { scenes: 1, panels: 1 });
    const { previewMediaId } = await db.story.findUniqueOrThrow({ where: { id: storyId } });
    await db.mediaObject.update({
      where: { id: previewMediaId ?? "" },
      data: { madeBy: "Demo studio" },
    });
    const remix = await mallory.post(`/stories/${storyId}/remix`);
    expect(remix.body.data.paintedBy).toEqual(["Demo studio"]);
  });
});
