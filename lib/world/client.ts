import { messageDto } from "@/lib/accounts/schema";
import { api, apiData } from "@/lib/platform/http/fetch";
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
export const createEntity = (kind: EntityKind, input: CreateEntityInput): Promise<Entity> =>
  apiData(`/${collection[kind]}`, { method: "POST", body: input, response: entityDto });

/** @throws ApiError */
export const updateEntity = (
  kind: EntityKind,
  entityId: string,
  changes: UpdateEntityInput,
): Promise<Entity> =>
  apiData(`/${collection[kind]}/${entityId}`, {
    method: "PUT",
    body: changes,
    response: entityDto,
  });

/** @throws ApiError `in_use` while it appears in a scene */
export async function deleteEntity(kind: EntityKind, entityId: string): Promise<void> {
  await api(`/${collection[kind]}/${entityId}`, { method: "DELETE", response: messageDto });
}
