/** Short texts that an author waits for. */
import "server-only";
import type { z } from "zod";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { affordsPictures, lockBudget } from "@/lib/spending/budget-service";
import { storyRefusal } from "@/lib/stories/service";
import { listEntities } from "@/lib/world/queries";
import type { EntityKind } from "@/lib/world/schema";
import type { StoryFacts } from "./answers";
import { ask } from "./ask-writer";
import {
  type characterSheetBody,
  type ExtractEntitiesReply,
  entityFocus,
  type extractEntitiesBody,
  type generateTitleBody,
  type improveTextBody,
  type SheetReply,
  type SuggestionsReply,
  type suggestionsBody,
} from "./schema";
import { addNewcomers, storyFacts } from "./story-service";

/**
 * The calls of the writer that an author waits for. All of them throw what `ask` throws, `forbidden`
 * and `not_found`; `gone` aborts when whoever asked has left.
 */
async function factsFor(viewer: Viewer, storyId: string): Promise<StoryFacts> {
  const story = await storyFacts({ id: storyId, ...authoredBy(viewer) });
  if (!story) throw await storyRefusal(storyId);
  return story;
}

/** Ideas of what could be told next, or of how a story could begin where nothing is told yet. */
export async function suggestScenes(
  viewer: Viewer,
  { storyId, maxSuggestions, suggestionType, timestamp }: z.output<typeof suggestionsBody>,
  gone: AbortSignal,
): Promise<SuggestionsReply> {
  const story = await factsFor(viewer, storyId);
  const isNewStory = story.scenes.length === 0;
  const facts = {
    story,
    count: maxSuggestions,
    opening: isNewStory || suggestionType === "initialStorySeeds",
    seed: String(timestamp ?? Date.now()),
  };
  const { suggestions } = await ask({ viewer, storyId }, "suggestions", facts, gone);
  const different = new Map(suggestions.map((one) => [one.text, one]));
  return { suggestions: [...different.values()].slice(0, maxSuggestions), isNewStory };
}

/**
 * Finds the characters and places of a description and adds those whom the story does not have,
 * with their portraits on the way.
 */
export async function extractEntities(
  viewer: Viewer,
  { storyId, description }: z.output<typeof extractEntitiesBody>,
  gone: AbortSignal,
): Promise<ExtractEntitiesReply> {
  const facts = {
    story: await factsFor(viewer, storyId),
    description,
    maxCharacters: entityFocus.characters,
    maxLocations: entityFocus.locations,
  };
  const found = await ask({ viewer, storyId }, "entities", facts, gone);
  const sheets = {
    character: found.newCharacters.slice(0, entityFocus.characters),
    location: found.newLocations.slice(0, entityFocus.locations),
  };
  const added = await transact(async (tx, send) => {
    await lockBudget(tx);
    // The writer took its time: the story may be gone, or no longer the author's.
    const story = await tx.story.count({ where: { id: storyId, ...authoredBy(viewer) } });
    if (story === 0) throw await storyRefusal(storyId);
    // Those who were found are paid for: where there is nothing left for their portraits, they come
    // without.
    const owner = { ownerId: viewer.id, storyId };
    const count = sheets.character.length + sheets.location.length;
    const withPortraits = await affordsPictures(tx, owner, count);
    const to = { ...owner, firstAppearance: 0, withPortraits };
    return {
      character: await addNewcomers(tx, send, to, "character", sheets.character),
      location: await addNewcomers(tx, send, to, "location", sheets.location),
    };
  });
  const present = async (kind: EntityKind) =>
    (await listEntities(viewer, kind, storyId)).filter(({ _id }) => added[kind].includes(_id));
  const [newCharacters, newLocations] = await Promise.all([
    present("character"),
    present("location"),
  ]);
  return { newCharacters, newLocations };
}

/** A text of the author's in better words. */
export async function improveText(
  viewer: Viewer,
  { text, context }: z.output<typeof improveTextBody>,
  gone: AbortSignal,
): Promise<{ improvedText: string }> {
  const story = await factsFor(viewer, context.storyId);
  return ask({ viewer, ...context }, "improve", { story, text }, gone);
}

/** A title for a story. */
export async function generateTitle(
  viewer: Viewer,
  { description, context }: z.output<typeof generateTitleBody>,
  gone: AbortSignal,
): Promise<{ title: string }> {
  const story = await factsFor(viewer, context.storyId);
  return ask({ viewer, ...context }, "title", { story, description }, gone);
}

/** The sheet of a character or place from a few words; nothing is saved. */
export async function writeSheet(
  viewer: Viewer,
  kind: EntityKind,
  { storyId, description, context = "" }: z.output<typeof characterSheetBody>,
  gone: AbortSignal,
): Promise<SheetReply> {
  const story = await factsFor(viewer, storyId);
  return ask({ viewer, storyId }, kind, { story, description, context }, gone);
}
