import "server-only";
import { randomUUID } from "node:crypto";
import { failureMessages } from "@/lib/generation/jobs/failure-texts";
import { type ArchivedMedia, storeArchivedMedia } from "@/lib/media/archive-media-service";
import { presignUpload, readDirectUpload } from "@/lib/media/direct-upload";
import { decisionOnPictures, inheritDecisions } from "@/lib/media/picture-moderation-service";
import type { UploadTicket } from "@/lib/media/schema";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Prisma, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { numberRepeated } from "@/lib/platform/text/name-key";
import { refreshPreview } from "@/lib/scenes/preview-service";
import { getStory } from "@/lib/stories/queries";
import type { Story } from "@/lib/stories/schema";
import { requireBelowStoryLimit } from "@/lib/stories/service";
import { parseLora } from "@/lib/world/lora";
import { archiveTooLargeMessage, maxArchiveBytes } from "../schema";
import { type ArchivedEntity, type ArchivedPanel, filesOf, type StoryArchive } from "./archive";
import { type OpenArchive, openArchive } from "./read-archive";
import { outfitRows, outfitsById, referenceRows } from "./wardrobe-rows";

export const archiveTooLarge = () => new AppError("payload_too_large", archiveTooLargeMessage);

/** The address to which the browser uploads an archive. @throws AppError `payload_too_large` */
export async function archiveTicket(viewer: Viewer, size: number): Promise<UploadTicket> {
  if (size > maxArchiveBytes) throw archiveTooLarge();
  return presignUpload(viewer, { size, mediaType: "application/zip" });
}

/**
 * Imports an archive that was uploaded to the store.
 * @throws AppError as `importStory` does, and `not_found`
 */
export async function importIncoming(
  viewer: Viewer,
  upload: { key: string; originalName: string },
): Promise<Story> {
  const file = await readDirectUpload(viewer, upload, maxArchiveBytes);
  try {
    return await importStory(viewer, file.bytes);
  } finally {
    await file.discard?.();
  }
}

/**
 * Creates a draft of the viewer's from an archive: the same story with the same pictures.
 * @throws AppError `bad_request` for a file that is no complete archive, `conflict` at the limit of
 * stories, `invalid_image`, `unavailable`
 */
export async function importStory(viewer: Viewer, bytes: Uint8Array): Promise<Story> {
  await requireBelowStoryLimit(viewer);
  const opened = await openArchive(bytes);
  try {
    const media = await storeFiles(opened);
    const storyId = await db.$transaction((tx) => write(tx, viewer, opened.archive, media), {
      timeout: 30_000,
    });
    return await getStory(viewer, storyId);
  } finally {
    opened.close();
  }
}

/** Ids of the new characters and locations by their keys in the archive. */
type EntityIds = Map<string, string>;

/** Stored media by their names in the archive. */
type Media = Map<string, ArchivedMedia>;

/** Sequential, so that at most one file is unpacked in memory. */
async function storeFiles({ archive, read }: OpenArchive): Promise<Media> {
  const takes = archive.story.scenes.flatMap(({ panels }) =>
    panels.flatMap((panel) => panel.takes),
  );
  const sheets = [...archive.story.characters, ...archive.story.locations].flatMap(
    ({ images, references = [] }) => [...images, ...references],
  );
  const generated = new Set(
    [
      ...takes.filter(({ source }) => source === "generated" || source === "edited"),
      ...[...takes, ...sheets].filter(({ model }) => model.trim() !== ""),
    ].map(({ file }) => file),
  );
  const media: Media = new Map();
  for (const file of filesOf(archive)) {
    const kind = /\.(mp4|webm)$/.test(file) ? "video" : "image";
    const isClaimedGenerated = generated.has(file);
    const about = { sha256: hashIn(file), kind, isClaimedGenerated } as const;
    media.set(file, await storeArchivedMedia(await read(file), about));
  }
  return media;
}

/** The model is the one detected while storing, because an archive can claim any. */
const madeOf = ({ id, madeBy }: ArchivedMedia) => ({ mediaId: id, model: madeBy });

const rowsAtOnce = 100;

const hashIn = (file: string) => file.slice("media/".length).slice(0, 64);

const json = (value: unknown) => value as Prisma.InputJsonValue;

const hasBubblesByHand = ({ scenes }: StoryArchive["story"]) =>
  scenes.some(({ panels }) =>
    panels.some(({ textBubbles }) => textBubbles.some(({ byHand }) => byHand)),
  );

async function write(
  tx: Tx,
  viewer: Viewer,
  { story }: StoryArchive,
  media: Media,
): Promise<string> {
  const mediaIdOf = (file: string | null) => (file === null ? null : (media.get(file)?.id ?? null));
  const { cover, characters, locations, scenes, tags, style, ...fields } = story;
  const { id: storyId } = await tx.story.create({
    data: {
      ...fields,
      oneLetterSize: story.oneLetterSize ?? !hasBubblesByHand(story),
      ...(story.pictureCheck && { pictureCheck: story.pictureCheck }),
      // A story of another site has no address on this one.
      originalStoryTitle: story.isRemix ? story.originalStoryTitle : null,
      styleMediaId: mediaIdOf(style ?? null),
      authorId: viewer.id,
      tags: { create: tags.map((tag, position) => ({ tag, position })) },
    },
    select: { id: true },
  });
  const ids: EntityIds = new Map();
  await tx.character.createMany({
    data: entityRows(characters, storyId, ids, mediaIdOf).map((row, index) => ({
      ...row,
      ...parseLora(characters[index]?.lora ?? ""),
    })),
  });
  await tx.location.createMany({ data: entityRows(locations, storyId, ids, mediaIdOf) });
  await tx.characterImage.createMany({
    data: imageRows(characters, ids, media).map(({ entityId, ...row }) => ({
      ...row,
      characterId: entityId,
    })),
  });
  await tx.locationImage.createMany({
    data: imageRows(locations, ids, media).map(({ entityId, ...row }) => ({
      ...row,
      locationId: entityId,
    })),
  });
  const wardrobe = outfitRows(characters, ids);
  await tx.outfit.createMany({ data: wardrobe.rows });
  await tx.referencePicture.createMany({
    data: [
      ...referenceRows(characters, ids, media, wardrobe.ids),
      ...referenceRows(locations, ids, media),
    ],
  });
  const idsOf = (keys: string[]) => [...new Set(keys)].flatMap((key) => ids.get(key) ?? []);
  const made = scenes.map((scene, index) => ({ scene, id: randomUUID(), sceneNumber: index + 1 }));
  await tx.scene.createMany({
    data: made.map(({ id, sceneNumber, scene }) => {
      const { title, description, prompt, layout } = scene;
      return {
        id,
        storyId,
        sceneNumber,
        title,
        description,
        prompt,
        layout,
        ...(isUnwritten(scene)
          ? { status: "failed" as const, errorMessage: failureMessages.writing }
          : { status: "completed" as const }),
      };
    }),
  });
  await tx.sceneCharacter.createMany({
    data: made.flatMap(({ id, scene }) =>
      idsOf(scene.characters).map((characterId) => ({ sceneId: id, characterId })),
    ),
  });
  await tx.sceneLocation.createMany({
    data: made.flatMap(({ id, scene }) =>
      idsOf(scene.locations).map((locationId) => ({ sceneId: id, locationId })),
    ),
  });
  const panels = made.flatMap(({ id: sceneId, scene }) =>
    scene.panels.map((panel, index) => ({
      panel,
      // A panel without a prompt was added empty by its author, so it lacks nothing.
      isOwed: !panel.image && (panel.imagePrompt.trim() !== "" || isUnwritten(scene)),
      id: randomUUID(),
      sceneId,
      panelNumber: index + 1,
    })),
  );
  // In batches: one statement with thousands of rows would block all other requests.
  for (let from = 0; from < panels.length; from += rowsAtOnce) {
    const part = panels.slice(from, from + rowsAtOnce);
    await tx.panel.createMany({
      data: part.map(({ panel, isOwed, id, sceneId, panelNumber }) => ({
        id,
        sceneId,
        panelNumber,
        ...panelFields(panel),
        status: isOwed ? ("failed" as const) : ("completed" as const),
        characterIds: idsOf(panel.characters),
        outfits: outfitsById(panel.outfits, ids, wardrobe.ids),
        locationId: (panel.location && ids.get(panel.location)) ?? null,
        imageMediaId: mediaIdOf(panel.image),
        videoMediaId: mediaIdOf(panel.video),
      })),
    });
    await tx.take.createMany({
      data: part.flatMap(({ panel, id }) => takeRows(panel, id, media, mediaIdOf)),
    });
  }
  const chosen =
    cover &&
    panels.find(
      ({ sceneId, panelNumber }) => sceneId === made[cover[0] - 1]?.id && panelNumber === cover[1],
    );
  if (chosen?.panel.image) {
    await tx.story.update({ where: { id: storyId }, data: { coverPanelId: chosen.id } });
  }
  await refreshPreview(tx, storyId);
  // The administrator's decision about a story also covers a copy of its archive.
  const hashes = [...media].flatMap(([file, { sha256 }]) => [hashIn(file), sha256]);
  const decision = await decisionOnPictures(tx, hashes);
  if (decision) await inheritDecisions(tx, [{ id: storyId, ...decision }]);
  return storyId;
}

/** The scene has a prompt, but its script was never written. */
const isUnwritten = ({ description, panels }: StoryArchive["story"]["scenes"][number]) =>
  description.trim() === "" && panels.every(({ image }) => image === null);

const panelFields = ({
  shot,
  imagePrompt,
  altText,
  contract,
  lines,
  textBubbles,
  faces,
  videoPrompt,
}: ArchivedPanel) => ({
  shot,
  imagePrompt,
  altText,
  videoPrompt,
  ...(contract && { contract }),
  lines: json(lines),
  textBubbles: json(textBubbles),
  faces: json(faces),
});

/**
 * Rows of characters or locations, whose ids it adds. An archive lists them by age, so their
 * creation times ascend.
 */
function entityRows(
  entities: readonly ArchivedEntity[],
  storyId: string,
  ids: EntityIds,
  mediaIdOf: (file: string | null) => string | null,
) {
  const begun = Date.now();
  return numberRepeated(entities, 100).map((entity, index) => {
    const id = randomUUID();
    ids.set(entity.key, id);
    return {
      id,
      storyId,
      name: entity.name,
      formerNames: entity.formerNames,
      title: entity.title,
      description: entity.description,
      imagePrompt: entity.imagePrompt,
      seed: entity.seed,
      firstAppearance: entity.firstAppearance,
      primaryMediaId: mediaIdOf(entity.primary),
      createdAt: new Date(begun + index),
    };
  });
}

const imageRows = (entities: readonly ArchivedEntity[], ids: EntityIds, media: Media) =>
  entities.flatMap(({ key, images }) =>
    images.flatMap(({ file, prompt, createdAt }) => {
      const made = media.get(file);
      const entityId = ids.get(key);
      return made && entityId
        ? [{ ...madeOf(made), entityId, prompt, createdAt: new Date(createdAt) }]
        : [];
    }),
  );

const takeRows = (
  panel: ArchivedPanel,
  panelId: string,
  media: Media,
  mediaIdOf: (file: string | null) => string | null,
): Prisma.TakeCreateManyInput[] =>
  panel.takes.flatMap(({ kind, source, file, original, prompt, faces, createdAt }) => {
    const made = media.get(file);
    return made
      ? [
          {
            panelId,
            kind,
            source,
            prompt,
            ...madeOf(made),
            originalMediaId: mediaIdOf(original),
            faces: json(faces),
            createdAt: new Date(createdAt),
          },
        ]
      : [];
  });
