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
