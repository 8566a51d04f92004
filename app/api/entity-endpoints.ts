import { messageDto } from "@/lib/accounts/schema";
import { type Endpoints, route } from "@/lib/platform/http/route";
import { storyParams } from "@/lib/stories/schema";
import { mergeEntities } from "@/lib/world/merge-service";
import { listEntities } from "@/lib/world/queries";
import { getReferenceSheet } from "@/lib/world/references/queries";
import {
  addReferenceBody,
  characterReferenceParams,
  locationReferenceParams,
  referenceSheetDto,
} from "@/lib/world/references/schema";
import { addReference, deleteReference } from "@/lib/world/references/service";
import {
  characterParams,
  createCharacterBody,
  createLocationBody,
  type EntityKind,
  entityDto,
  locationParams,
  mergeBody,
  updateCharacterBody,
  updateLocationBody,
} from "@/lib/world/schema";
import { createEntity, deleteEntity, updateEntity } from "@/lib/world/service";

// Endpoints of characters and of locations; each route is one of them with its kind.

const schemas = {
  character: {
    params: characterParams,
    referenceParams: characterReferenceParams,
    create: createCharacterBody,
    update: updateCharacterBody,
  },
  location: {
    params: locationParams,
    referenceParams: locationReferenceParams,
    create: createLocationBody,
    update: updateLocationBody,
  },
} as const;

const idOf = (params: { characterId?: string; locationId?: string }) =>
  params.characterId ?? params.locationId ?? "";

export const listEndpoints = (kind: EntityKind): Endpoints => ({
  GET: route(
    {
      summary: `The ${kind}s of a story, in the order of their first appearance`,
      auth: "optional",
      params: storyParams,
      response: entityDto.array(),
    },
    ({ viewer, params }) => listEntities(viewer, kind, params.storyId),
  ),
});

export const createEndpoints = (kind: EntityKind): Endpoints => ({
  POST: route(
    {
      summary: `Add a ${kind} to a story`,
      auth: "user",
      body: schemas[kind].create,
      response: entityDto,
      status: 201,
    },
    ({ viewer, body }) => createEntity(viewer, kind, body),
  ),
});

export const entityEndpoints = (kind: EntityKind): Endpoints => ({
  PUT: route(
    {
      summary: `Change a ${kind}`,
      auth: "user",
      params: schemas[kind].params,
      body: schemas[kind].update,
      response: entityDto,
    },
    ({ viewer, params, body }) => updateEntity(viewer, kind, idOf(params), body),
  ),
  DELETE: route(
    {
      summary: `Delete a ${kind} that appears in no scene`,
      auth: "user",
      params: schemas[kind].params,
      response: messageDto,
      shape: "fields",
    },
    ({ viewer, params }) => deleteEntity(viewer, kind, idOf(params)),
  ),
});

export const mergeEndpoints = (kind: EntityKind): Endpoints => ({
  POST: route(
    {
      summary: `Merge a ${kind} into another one of its story`,
      auth: "user",
      params: schemas[kind].params,
      body: mergeBody,
      response: entityDto,
    },
    ({ viewer, params, body }) => mergeEntities(viewer, kind, idOf(params), body.into),
  ),
});

export const referencesEndpoints = (kind: EntityKind): Endpoints => ({
  GET: route(
    {
      summary:
        kind === "character"
          ? "The pictures of a character beside its portrait, and its outfits"
          : "The pictures of a location beside its own picture",
      auth: "user",
      params: schemas[kind].params,
      response: referenceSheetDto,
    },
    ({ viewer, params }) => getReferenceSheet(viewer, kind, idOf(params)),
  ),
  POST: route(
    {
      summary: `Add a picture to a ${kind}`,
      auth: "user",
      params: schemas[kind].params,
      body: addReferenceBody,
      response: referenceSheetDto,
      status: 201,
    },
    ({ viewer, params, body }) => addReference(viewer, kind, idOf(params), body),
  ),
});

export const referenceEndpoints = (kind: EntityKind): Endpoints => ({
  DELETE: route(
    {
      summary: `Delete a picture of a ${kind}`,
      auth: "user",
      params: schemas[kind].referenceParams,
      response: referenceSheetDto,
    },
    ({ viewer, params }) => deleteReference(viewer, kind, idOf(params), params.referenceId),
  ),
});
