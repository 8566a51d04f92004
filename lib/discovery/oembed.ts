import "server-only";
import { displayName } from "@/lib/accounts/display-name";
import { brand } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/http/ids";
import { absoluteUrl, siteOrigin } from "@/lib/platform/site";
import { element, xmlHead } from "@/lib/platform/text/markup";
import { profileHref } from "@/lib/stories/feed/urls";
import { cachedReadingStory } from "@/lib/stories/page-cache";
import { partOfScene, positionInHash, type SceneCounts } from "@/lib/stories/reading/parts";
import type { Story } from "@/lib/stories/schema";
import { embedCode, embedFrame } from "./embed-code";
import type { OembedQuery } from "./schema";
import { shareSize, shareSubject, shareVersion } from "./share-picture-version";
import { embedPath, sharePicturePath } from "./urls";

const storyPath =
  /^\/(?:embed\/)?story\/([^/]+)(?:\/(?:read(?:\/([1-9]\d{0,3}))?|remixes|panel\/([1-9]\d{0,4})-\d+))?\/?$/;

/** The story, part and scene of one of the app's URLs; null for any other URL. */
function targetOf(address: string) {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.origin !== siteOrigin()) return null;
  const [, storyId, part, panelScene = ""] = storyPath.exec(url.pathname) ?? [];
  const scene = /^[1-9]\d{0,4}$/.exec(url.searchParams.get("scene") ?? panelScene)?.[0];
  if (!storyId || !isId(storyId)) return null;
  const opensAt = positionInHash(url.hash)?.scene;
  return { storyId, part: Number(part ?? 1), scene: Number(scene ?? 0), opensAt };
}

/**
 * The scene that a frame shows, for a later part its first; null for the story from its beginning,
 * undefined for a scene or part that does not exist.
 */
function sceneOf(
  { part, scene, opensAt }: NonNullable<ReturnType<typeof targetOf>>,
  counts: SceneCounts,
): number | null | undefined {
  const find = (is: (number: number) => boolean) => counts.find(({ number }) => is(number))?.number;
  if (scene) return find((number) => number === scene);
  const opened = find((number) => number === opensAt);
  return opened ?? (part > 1 ? find((number) => partOfScene(number) === part) : null);
}

function answerFor(story: Story, scene: number | null, { maxwidth, maxheight }: OembedQuery) {
  const width = Math.min(embedFrame.width, maxwidth ?? embedFrame.width);
  const height = Math.min(embedFrame.height, maxheight ?? embedFrame.height);
  const hasRoom =
    (maxwidth ?? shareSize.width) >= shareSize.width &&
    (maxheight ?? shareSize.height) >= shareSize.height;
  const html = embedCode({
    src: absoluteUrl(embedPath(story._id, scene ?? undefined)),
    title: story.title,
    width,
    height,
  });
  return {
    type: "rich",
    version: "1.0",
    title: story.title,
    author_name: displayName(story.userId),
    author_url: absoluteUrl(profileHref(story.userId.username)),
    provider_name: brand.name,
    provider_url: absoluteUrl("/"),
    cache_age: 3600,
    html,
    width,
    height,
    ...(hasRoom
      ? {
          thumbnail_url: absoluteUrl(
            sharePicturePath(story._id, shareVersion(shareSubject(story))),
          ),
          thumbnail_width: shareSize.width,
          thumbnail_height: shareSize.height,
        }
      : {}),
  };
}

/**
 * The oEmbed response for a story's URL (oembed.com).
 * @throws AppError `not_implemented` for other formats, `unauthorized` where browsing needs a
 * sign-in, `not_found` for any other URL
 */
export async function oembed(query: OembedQuery): Promise<{ body: string; mediaType: string }> {
  if (query.format !== "json" && query.format !== "xml") {
    throw new AppError("not_implemented", "The formats that there are: json and xml.");
  }
  if (!env().PUBLIC_BROWSING) {
    throw new AppError("unauthorized", "Stories on this site are for its members.");
  }
  const target = targetOf(query.url);
  const story = target && (await cachedReadingStory(target.storyId));
  const scene = story ? sceneOf(target, story.part.counts) : undefined;
  if (!story || scene === undefined || story.rating === "mature")
    throw new AppError("not_found", "There is nothing to embed at this address.");
  const answer = answerFor(story, scene, query);
  if (query.format === "json") {
    return { body: JSON.stringify(answer), mediaType: "application/json" };
  }
  const fields = Object.entries(answer).map(([name, value]) => element(name, String(value)));
  return { body: `${xmlHead}<oembed>${fields.join("")}</oembed>\n`, mediaType: "text/xml" };
}
