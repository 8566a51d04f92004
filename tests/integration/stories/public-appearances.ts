import { GET as getEmbed } from "@/app/embed/story/[storyId]/route";
import { GET as getFeed } from "@/app/feed.xml/route";
import { GET as getOembed } from "@/app/oembed/route";
import { GET as getSitemap } from "@/app/sitemaps/[file]/route";
import { absoluteUrl } from "@/lib/platform/site";
import { getReadingStory } from "@/lib/stories/queries";
import { getRemixTree } from "@/lib/stories/remix/tree-queries";
import { get } from "../discovery/get";
import { type Person, visitor } from "../http/harness";

/** Where strangers come across a story. */
export async function findPublicAppearances(storyId: string, author: Person, tag: string) {
  const list = async (query: string) =>
    (await visitor.get(`/stories${query}`)).body.data.stories.some(
      ({ _id }: { _id: string }) => _id === storyId,
    );
  const story = await getReadingStory(storyId);
  const cover = story?.previewImage ?? "";
  const profile = (await visitor.get(`/users/${author.username}`)).body.data;
  const places: Record<string, boolean> = {
    feed: await list("?limit=50"),
    popular: await list("?limit=50&sort=popular"),
    tag: await list(`?tag=${tag}`),
    author: await list(`?author=${author.username}`),
    search: await list(`?q=${tag}`),
    profile: profile.stories.some(({ _id }: { _id: string }) => _id === storyId),
    tags: (await visitor.get("/stories/tags")).body.data.some(
      (one: { tag: string }) => one.tag === tag,
    ),
    pictures: (await visitor.get("/stories/random-images?limit=50")).body.data.images.includes(
      cover,
    ),
    sitemap: (
      await get(getSitemap, "/sitemaps/stories-1.xml", { file: "stories-1.xml" })
    ).text.includes(storyId),
    authors: (
      await get(getSitemap, "/sitemaps/authors-1.xml", { file: "authors-1.xml" })
    ).text.includes(author.username),
    rss: (await get(getFeed, "/feed.xml")).text.includes(storyId),
    authorsRss: (await get(getFeed, `/feed.xml?author=${author.username}`)).text.includes(storyId),
    tree: (await getRemixTree(storyId, 1)) !== null,
    embed: (await get(getEmbed, `/embed/story/${storyId}`, { storyId })).status === 200,
    oembed:
      (
        await get(
          getOembed,
          `/oembed?url=${encodeURIComponent(absoluteUrl(`/story/${storyId}/read`))}`,
        )
      ).status === 200,
  };
  return Object.keys(places).filter((place) => places[place]);
}
