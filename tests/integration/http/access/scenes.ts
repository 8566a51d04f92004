import { bubble, unknownId } from "../harness";
import {
  type Access,
  edit,
  entity,
  named,
  onCharacter,
  onLocation,
  onPanel,
  onScene,
  onTake,
  read,
  type Subject,
  storyId,
} from "./subject";

const panel = "/scenes/{sceneId}/panels/{panelNumber}";
const reversed = ({ made }: Subject) => ({
  panelIds: (made.scenes[0]?.panels ?? []).map(({ id }) => id).reverse(),
});

const onPart = (name: string) => ({
  params: ({ made }: Subject) => ({ characterId: made.unused.id, [name]: unknownId }),
  unknown: () => ({ params: { characterId: unknownId, [name]: unknownId } }),
});

export const scenes: Record<string, Access> = {
  "PUT /scenes/{sceneId}": edit(200, onScene, { title: "Up the stairs" }),
  "DELETE /scenes/{sceneId}": edit(200, onScene),
  "POST /scenes/{sceneId}/duplicate": edit(201, onScene),
  "POST /scenes/{sceneId}/panels": edit(201, onScene, {}),
  "PUT /scenes/{sceneId}/panels/order": edit(200, { ...onScene, body: reversed }),
  [`DELETE ${panel}`]: edit(200, onPanel),
  [`PUT ${panel}`]: edit(200, onPanel, { textBubbles: [bubble("Who is there?")] }),
  [`GET ${panel}/render`]: read(200, onPanel),
  [`GET ${panel}/takes`]: edit(200, onPanel),
  [`GET ${panel}/outfits`]: edit(200, onPanel),
  [`POST ${panel}/takes`]: edit(201, { ...onPanel, body: ({ take }) => ({ imageUrl: take.url }) }),
  [`DELETE ${panel}/takes/{takeId}`]: edit(200, onTake),
  "POST /characters": edit(201, named("storyId", storyId, entity)),
  "PUT /characters/{characterId}": edit(200, onCharacter, { name: "Somebody" }),
  "DELETE /characters/{characterId}": edit(200, onCharacter),
  // A picture of the story is being drawn, so even its owner cannot merge: scene_busy.
  "POST /characters/{characterId}/merge": edit(409, {
    ...onCharacter,
    body: ({ made }) => ({ into: made.mara.id }),
  }),
  "GET /characters/{characterId}/references": edit(200, onCharacter),
  "POST /characters/{characterId}/references": edit(201, {
    ...onCharacter,
    body: ({ take }) => ({ imageUrl: take.url, role: "figure" }),
  }),
  // No such picture or outfit: callers with access get the same answer as others on a draft.
  "DELETE /characters/{characterId}/references/{referenceId}": edit(404, onPart("referenceId")),
  "POST /characters/{characterId}/outfits": edit(201, onCharacter, { name: "Raincoat" }),
  "PUT /characters/{characterId}/outfits/{outfitId}": edit(404, onPart("outfitId"), {}),
  "DELETE /characters/{characterId}/outfits/{outfitId}": edit(404, onPart("outfitId")),
  "GET /locations/{locationId}/references": edit(200, onLocation),
  "POST /locations/{locationId}/references": edit(201, {
    ...onLocation,
    body: ({ take }) => ({ imageUrl: take.url, role: "place" }),
  }),
  "DELETE /locations/{locationId}/references/{referenceId}": edit(404, {
    params: ({ made }) => ({ locationId: made.lampRoom.id, referenceId: unknownId }),
    unknown: () => ({ params: { locationId: unknownId, referenceId: unknownId } }),
  }),
  "POST /locations": edit(201, named("storyId", storyId, entity)),
  "PUT /locations/{locationId}": edit(200, onLocation, { name: "The stairs" }),
  "POST /locations/{locationId}/merge": edit(409, {
    ...onLocation,
    body: ({ made }) => ({ into: made.lampRoom.id }),
  }),
  // It appears in a scene, so even its owner cannot delete it: in_use.
  "DELETE /locations/{locationId}": edit(409, onLocation),
};
