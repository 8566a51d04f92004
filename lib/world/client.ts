import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { dataOf } from "@/lib/platform/http/envelope";
import { api } from "@/lib/platform/http/fetch";
import {
  type CreateEntityInput,
  type Entity,
  type EntityKind,
  entityDto,
  type UpdateEntityInput,
} from "./schema";

const collection = { character: "characters", location: "locations" } as const satisfies Record<
  EntityKind,
  string
>;

export const worldKeys = {
  of: (kind: EntityKind, storyId: string) => ["stories", storyId, collection[kind]] as const,
};

/** The characters or locations of a story, in the order of their first appearance. */
export const entitiesOptions = (kind: EntityKind, storyId: string) =>
  queryOptions({
    queryKey: worldKeys.of(kind, storyId),
    queryFn: async ({ signal }) =>
      (
        await api(`/stories/${storyId}/${collection[kind]}`, {
          signal,
          response: dataOf(z.array(entityDto)),
        })
      ).data,
  });

/** @throws ApiError */
export async function createEntity(kind: EntityKind, input: CreateEntityInput): Promise<Entity> {
  const answer = await api(`/${collection[kind]}`, {
    method: "POST",
    body: input,
    response: dataOf(entityDto),
  });
  return answer.data;
}

/** @throws ApiError */
export async function updateEntity(
  kind: EntityKind,
  entityId: string,
  changes: UpdateEntityInput,
): Promise<Entity> {
  const answer = await api(`/${collection[kind]}/${entityId}`, {
    method: "PUT",
    body: changes,
    response: dataOf(entityDto),
  });
  return answer.data;
}

/** @throws ApiError `in_use` while it appears in a scene */
export async function deleteEntity(kind: EntityKind, entityId: string): Promise<void> {
  await api(`/${collection[kind]}/${entityId}`, { method: "DELETE" });
}
