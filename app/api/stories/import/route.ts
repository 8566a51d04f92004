import { archiveTooLarge, importIncoming, importStory } from "@/lib/books/archive/import-service";
import { importedStory, maxArchiveBytes } from "@/lib/books/schema";
import { directUploadBody } from "@/lib/media/schema";
import { endpoints, route } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(
    {
      summary:
        "Import a story's archive as a draft: from the body, or uploaded to the store before",
      auth: "user",
      rawBody: {
        mediaType: "application/zip",
        maxBytes: maxArchiveBytes,
        tooLarge: archiveTooLarge,
        maxConcurrent: 4,
      },
      body: directUploadBody,
      response: importedStory,
      status: 201,
      limit: { name: "import", max: 20, windowSeconds: 3600 },
    },
    async ({ viewer, raw, body }) => {
      const story = body ? await importIncoming(viewer, body) : await importStory(viewer, raw);
      return { storyId: story._id, title: story.title, scenes: story.sceneCount };
    },
  ),
});
