import type { Cleanups, Instance } from "./site.ts";

export interface Seeded {
  ids: string[];
  token: string;
  likerTokens: string[];
}

/** One story with pictures, copied in the database until there are enough. */
export async function seed(cleanups: Cleanups, count: number, likers = 0): Promise<Seeded> {
  const { db } = await import("../../../lib/platform/db.ts");
  const { tokenOf } = await import("../../support/rows/session-rows.ts");
  const { seedStory } = await import("../../support/rows/story-rows.ts");
  cleanups.push(() => db.$disconnect());
  const person = (username: string) =>
    db.user.create({ data: { username, email: `${username}@bench.invalid` } });
  const username = "bench-author";
  const author = await person(username);
  const publishedAt = new Date().toISOString();
  const first = await seedStory({ username, scenes: [4, 4, 4], publishedAt });
  const original = await db.story.findUniqueOrThrow({
    where: { id: first },
    include: { scenes: { include: { panels: true } } },
  });
  const ids = [first];
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(250, count - ids.length) }, () =>
      crypto.randomUUID(),
    );
    const { scenes, ...row } = original;
    const copies = batch.map((id) => ({
      id,
      scenes: scenes.map((scene) => ({ scene, id: crypto.randomUUID() })),
    }));
    await db.story.createMany({
      data: copies.map(({ id }, index) => ({
        ...row,
        id,
        title: `The Long Tide ${ids.length + index}`,
      })),
    });
    await db.scene.createMany({
      data: copies.flatMap(({ id: storyId, scenes }) =>
        scenes.map(({ scene: { panels: _, ...scene }, id }) => ({ ...scene, id, storyId })),
      ) as never,
    });
    await db.panel.createMany({
      data: copies.flatMap(({ scenes }) =>
        scenes.flatMap(({ scene, id: sceneId }) =>
          scene.panels.map((panel) => ({ ...panel, id: crypto.randomUUID(), sceneId })),
        ),
      ) as never,
    });
    ids.push(...batch);
  }
  const likerTokens: string[] = [];
  for (let number = 0; number < likers; number += 1) {
    likerTokens.push(await tokenOf(await person(`liker-${number}`)));
  }
  return { ids, token: await tokenOf(author), likerTokens };
}

export const read = async ({ base }: Instance, id: string) => {
  const reply = await fetch(`${base}/story/${id}/read`);
  return { status: reply.status, text: await reply.text() };
};
