import { requestScene } from "@/lib/generation/scene/request-scene-service";
import { generateSceneBody, generateSceneReply } from "@/lib/generation/schema";
import { AppError } from "@/lib/platform/errors";
import { endpoints, route } from "@/lib/platform/http/route";

/** The request's key, or null without one. @throws AppError `bad_request` */
function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key")?.trim() || null;
  if (key !== null && !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new AppError("bad_request", "An Idempotency-Key is 1 to 200 visible ASCII characters.");
  }
  return key;
}

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary: "Generate a scene, or regenerate one",
      description:
        "Answers before anything is written: the scene is `generating`, and `newCharacters` and " +
        "`newLocations` are empty because the script has not named any characters yet. `GET " +
        "/api/ai/scene-status/{sceneId}` has them as soon as it does, and so has the answer to a " +
        "request that is repeated with its `Idempotency-Key`.",
      auth: "user",
      body: generateSceneBody,
      response: generateSceneReply,
      status: 202,
      limit: { name: "generate-scene", max: 120, windowSeconds: 60 },
      failures: ["budget_exceeded"],
    },
    ({ viewer, body, request }) => requestScene(viewer, body, idempotencyKeyOf(request)),
  ),
});
