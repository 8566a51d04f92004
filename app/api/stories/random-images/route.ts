import { endpoints, route } from "@/lib/platform/http/route";
import { requirePublicBrowsing } from "@/lib/stories/feed/queries";
import { getRandomImages } from "@/lib/stories/queries";
import { randomImagesDto, randomImagesQuery } from "@/lib/stories/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "Addresses of random pictures from published stories",
      auth: "optional",
      query: randomImagesQuery,
      response: randomImagesDto,
      shape: "fields",
    },
    async ({ viewer, query }) => {
      requirePublicBrowsing(viewer);
      const images = await getRandomImages(query.limit);
      return { images, data: { images } };
    },
  ),
});
