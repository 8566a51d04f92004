import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import type { Tx } from "@/lib/platform/db";
import { sceneAccessError } from "./queries";
import type { Scene } from "./schema";

export interface EditableScene {
  id: string;
  storyId: string;
  sceneNumber: number;
  generation: number;
  status: Scene["status"];
  version: number;
  storyStatus: string;
  aspectRatio: string;
  username: string;
}

/**
 * A scene that the viewer may change, locked until the transaction ends, with the name of its
 * author.
 * @param subject what the viewer wants to change, for the message
 * @throws AppError `not_found`, `forbidden`
 */
export async function lockEditableScene(
  tx: Tx,
  viewer: Viewer,
  sceneId: string,
  subject: "scene" | "panel" = "scene",
): Promise<EditableScene> {
  const [row] = await tx.$queryRaw<EditableScene[]>`
    SELECT c.id, c.story_id AS "storyId", c.scene_number AS "sceneNumber", c.generation,
      c.status, c.version, s.status::text AS "storyStatus",
      s.aspect_ratio AS "aspectRatio", u.username::text AS username
    FROM scene c JOIN story s ON s.id = c.story_id JOIN user_account u ON u.id = s.author_id
    WHERE c.id = ${sceneId}::uuid
      AND (${viewer.isAdministrator} OR s.author_id = ${viewer.id}::uuid)
    FOR NO KEY UPDATE OF c FOR KEY SHARE OF u`;
  if (!row) throw await sceneAccessError(sceneId, subject);
  return row;
}
