import { messageDto } from "@/lib/accounts/schema";
import { api, apiData } from "@/lib/platform/http/fetch";
import {
  type CreateEntityInput,
  type Entity,
  type EntityKind,
  entityDto,
  type UpdateEntityInput,
} from "./schema";

/** @throws ApiError */
export const createEntity = (kind: EntityKind, input: CreateEntityInput): Promise<Entity> =>
  apiData(`/${kind}s`, { method: "POST", body: input, response: entityDto });

/** @throws ApiError */
export const updateEntity = (
  kind: EntityKind,
  entityId: string,
  changes: UpdateEntityInput,
): Promise<Entity> =>
  apiData(`/${kind}s/${entityId}`, {
    method: "PUT",
    body: changes,
    response: entityDto,
  });

/** @throws ApiError `in_use` while it appears in a scene */
export async function deleteEntity(kind: EntityKind, entityId: string): Promise<void> {
  await api(`/${kind}s/${entityId}`, { method: "DELETE", response: messageDto });
}
