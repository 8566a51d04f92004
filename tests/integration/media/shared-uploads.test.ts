import { describe, expect, it } from "vitest";
import { sweepMedia } from "@/lib/media/sweep-service";
import { hashPassword } from "@/lib/platform/auth/password";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { type Author, makeAuthor, makeStory, pictureOf } from "../generation/support";
import { upload } from "./support";

async function place(author: Author) {
  const story = await makeStory(author);
  const { id: sceneId } = await db.scene.create({
    data: { storyId: story.id, sceneNumber: 1, panels: { create: { panelNumber: 1 } } },
  });
  const { id: characterId } = await db.character.create({
    data: {
      storyId: story.id,
      name: "Mara",
      description: "The keeper of the lamp.",
      imagePrompt: "A keeper in a blue coat",
      seed: "seed of Mara",
    },
  });
  return { sceneId, characterId };
}

/** The uses that an author may make of a picture: for a panel, a character and as an avatar. */
async function useOf(author: Author, imageUrl: string): Promise<number[]> {
  const { sceneId, characterId } = await place(author);
  const answers = [
    await author.put(`/scenes/${sceneId}/panels/1`, { imageUrl }),
    await author.put(`/characters/${characterId}`, { primaryImageUrl: imageUrl }),
    await author.put("/auth/profile", { avatar: imageUrl }),
  ];
  return answers.map(({ status }) => status);
}

const stored = async (imageUrl: string) =>
  (await storage().get(imageUrl.replace("/media/", ""))) !== null;

describe("two people who upload the same bytes", () => {
  it("may both use them, and a third account may not", async () => {
    const bytes = await pictureOf("shared", 320, 240);
    const [first, second, third] = [await makeAuthor(), await makeAuthor(), await makeAuthor()];
    const answers = [
      await upload(first, { bytes }),
      await upload(second, { bytes }),
      await upload(second, { bytes }),
    ];
    const [{ imageUrl }] = answers.map(({ body }) => body.data) as [{ imageUrl: string }];
    expect(new Set(answers.map(({ body }) => body.data.imageUrl)).size).toBe(1);
    expect(await useOf(second, imageUrl)).toEqual([200, 200, 200]);
    expect(await useOf(first, imageUrl)).toEqual([200, 200, 200]);
    expect(await useOf(third, imageUrl)).toEqual([400, 400, 400]);
  });

  it("R19 keep them when the other account is deleted, even before they are chosen", async () => {
    const bytes = await pictureOf("shared and deleted", 320, 240);
    const [first, second] = [await makeAuthor(), await makeAuthor()];
    const password = "Correct-horse-1";
    await db.user.update({
      where: { id: first.viewer.id },
      data: { passwordHash: await hashPassword(password) },
    });
    const { imageUrl } = (await upload(first, { bytes })).body.data;
    await upload(second, { bytes });
    const answer = await first.delete("/auth/account", { password });
    expect(answer.status).toBe(200);
    expect(await stored(imageUrl)).toBe(true);
    expect(await useOf(second, imageUrl)).toEqual([200, 200, 200]);
  });

  it("R12 the sweep deletes an upload that no row uses, whichever account sent it", async () => {
    const { imageUrl } = (
      await upload(await makeAuthor(), { bytes: await pictureOf("unused", 320, 240) })
    ).body.data;
    await sweepMedia(0);
    expect(await stored(imageUrl)).toBe(false);
    expect(await db.mediaUpload.count({ where: { media: { takes: { none: {} } } } })).toBe(0);
  });
});
