import { bubble } from "../harness";
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
  "POST /locations": edit(201, named("storyId", storyId, entity)),
  "PUT /locations/{locationId}": edit(200, onLocation, { name: "The stairs" }),
  "POST /locations/{locationId}/merge": edit(409, {
    ...onLocation,
    body: ({ made }) => ({ into: made.lampRoom.id }),
  }),
  // It appears in a scene, so even its owner cannot delete it: in_use.
  "DELETE /locations/{locationId}": edit(409, onLocation),
};
