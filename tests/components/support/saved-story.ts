import type { Story } from "@/lib/stories/schema";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { freeCosts } from "./builders";
import { type Call, failWith } from "./server";

const emptySheet = { pictures: [], outfits: [], takesLora: false };
const listKeys = { character: "characters", location: "locations" } as const;

/**
 * A story on the fake server: reads return the saved state, and a change of an older
 * version is refused with the newer one.
 *
 *   const saved = savedStory(aStory());
 *   const api = server(saved.answers);
 *   saved.change({ title: "Written elsewhere" });
 */
export function savedStory(begun: Story) {
  let story = begun;
  const change = (changes: Partial<Story>) => {
    story = { ...story, ...changes, version: story.version + 1 };
    return story;
  };
  const stale = (data: unknown) =>
    failWith("stale_version", "This was changed elsewhere in the meantime.", { data });
  const put = ({ body }: Call) => {
    const { version = story.version, ...changes } = body as Partial<Story>;
    return version === story.version ? change(changes) : stale(story);
  };

  /** Saves changes of an entity; a new picture joins its takes. */
  function changeEntity(kind: EntityKind, entityId: string, changes: Partial<Entity>): Entity {
    const key = listKeys[kind];
    const known = story[key].find(({ _id }) => _id === entityId) as Entity;
    const url = changes.primaryImageUrl;
    const imageUrls =
      url && !known.imageUrls.includes(url) ? [url, ...known.imageUrls] : known.imageUrls;
    const entity = { ...known, imageUrls, ...changes, version: known.version + 1 };
    story = { ...story, [key]: story[key].map((one) => (one === known ? entity : one)) };
    return entity;
  }
  const answersOf = (kind: EntityKind) => {
    const key = listKeys[kind];
    const address = `/api/${key}/{${kind}Id}` as const;
    const idOf = ({ params }: Call) => params[`${kind}Id`] ?? "";
    return {
      [`PUT ${address}`]: (call: Call) => {
        const { version, ...changes } = call.body as Partial<Entity>;
        const known = story[key].find(({ _id }) => _id === idOf(call));
        if (version !== undefined && version !== known?.version) return stale(known);
        return changeEntity(kind, idOf(call), changes);
      },
      [`DELETE ${address}`]: (call: Call) => {
        story = { ...story, [key]: story[key].filter(({ _id }) => _id !== idOf(call)) };
        return { message: "Deleted" };
      },
    };
  };
  return {
    answers: {
      "GET /api/stories/{storyId}": () => story,
      "GET /api/stories/{storyId}/cast": [],
      "GET /api/characters/{characterId}/references": emptySheet,
      "GET /api/locations/{locationId}/references": emptySheet,
      "GET /api/scenes/{sceneId}/panels/{panelNumber}/outfits": [],
      "GET /api/library": { entries: [], page: 1, pages: 1, names: [] },
      "GET /api/stories/{storyId}/costs": freeCosts,
      "GET /api/stories/{storyId}/jobs": [],
      "GET /api/stories/{storyId}/stale-panels": [],
      "PUT /api/stories/{storyId}": put,
      "PATCH /api/stories/{storyId}/art-style": put,
      ...answersOf("character"),
      ...answersOf("location"),
    },
    now: () => story,
    change,
    changeEntity,
  };
}
