import { bubble, unknownId } from "../harness";
import {
  type Access,
  entity,
  named,
  onCharacter,
  onLocation,
  onPanel,
  onScene,
  sceneId,
  storyId,
} from "./subject";

export const scenes: Record<string, Access> = {
  "PUT /scenes/{sceneId}": {
    policy: "edit",
    success: 200,
    ...onScene,
    body: () => ({ title: "Up the stairs" }),
  },
  "DELETE /scenes/{sceneId}": { policy: "edit", success: 200, ...onScene },
  "POST /scenes/{sceneId}/duplicate": { policy: "edit", success: 201, ...onScene },
  "POST /scenes/{sceneId}/panels": { policy: "edit", success: 201, ...onScene, body: () => ({}) },
  "PUT /scenes/{sceneId}/panels/order": {
    policy: "edit",
    success: 200,
    ...onScene,
    body: ({ made }) => ({
      panelIds: (made.scenes[0]?.panels ?? []).map(({ id }) => id).reverse(),
    }),
  },
  "DELETE /scenes/{sceneId}/panels/{panelNumber}": { policy: "edit", success: 200, ...onPanel },
  "PUT /scenes/{sceneId}/panels/{panelNumber}": {
    policy: "edit",
    success: 200,
    ...onPanel,
    body: () => ({ textBubbles: [bubble("Who is there?")] }),
  },
  "GET /scenes/{sceneId}/panels/{panelNumber}/render": {
    policy: "read",
    success: 200,
    ...onPanel,
  },
  "GET /scenes/{sceneId}/panels/{panelNumber}/takes": { policy: "edit", success: 200, ...onPanel },
  "POST /scenes/{sceneId}/panels/{panelNumber}/takes": {
    policy: "edit",
    success: 201,
    ...onPanel,
    body: (subject) => ({ imageUrl: subject.take.url }),
  },
  "DELETE /scenes/{sceneId}/panels/{panelNumber}/takes/{takeId}": {
    policy: "edit",
    success: 200,
    params: (subject) => ({
      sceneId: sceneId(subject),
      panelNumber: "1",
      takeId: subject.take.id,
    }),
    unknown: () => ({ params: { sceneId: unknownId, panelNumber: "1", takeId: unknownId } }),
  },
  "POST /characters": { policy: "edit", success: 201, ...named("storyId", storyId, entity) },
  "PUT /characters/{characterId}": {
    policy: "edit",
    success: 200,
    ...onCharacter,
    body: () => ({ name: "Somebody" }),
  },
  "DELETE /characters/{characterId}": { policy: "edit", success: 200, ...onCharacter },
  "POST /locations": { policy: "edit", success: 201, ...named("storyId", storyId, entity) },
  "PUT /locations/{locationId}": {
    policy: "edit",
    success: 200,
    ...onLocation,
    body: () => ({ name: "The stairs" }),
  },
  // It appears in a scene, so even its owner cannot delete it: in_use.
  "DELETE /locations/{locationId}": { policy: "edit", success: 409, ...onLocation },
};
