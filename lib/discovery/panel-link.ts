import "server-only";
import { createHash } from "node:crypto";
import { displayName } from "@/lib/accounts/display-name";
import { noTrainingDirective } from "@/lib/media/serve";
import { ancestorsOf } from "@/lib/pages/lineage-queries";
import { brand } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { notFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/http/ids";
import { absoluteUrl } from "@/lib/platform/site";
import { emptyElement, markupText } from "@/lib/platform/text/markup";
import { aspectOf } from "@/lib/scenes/aspect";
import type { Panel } from "@/lib/scenes/schema";
import { cachedReadingStory, type ReadingStory } from "@/lib/stories/page-cache";
import { matureNotice } from "@/lib/stories/ratings";
import {
  type PanelPosition,
  panelHref,
  partOfScene,
  readingPath,
  sharedPanelPath,
} from "@/lib/stories/reading/parts";
import { renderPanel } from "@/lib/stories/render-service";
import { createDrawings } from "./drawings";
import { excerpt } from "./excerpt";
import { oembedLinks } from "./metadata";
import { drawSharePicture } from "./share-picture";
import { drawingRateLimit } from "./share-picture-service";
import { defaultSharePicture, shareSize, versionOf } from "./share-picture-version";
import { panelPicturePath } from "./urls";

/** Links to a panel: a page with its own preview picture, which leads to the panel. */

interface SharedPanel {
  story: ReadingStory;
  at: PanelPosition;
  sceneId: string;
  panel: Panel;
}

/** A panel with a picture in a published story. @param place `3-2` for panel 2 of scene 3 */
async function findSharedPanel(storyId: string, place: string): Promise<SharedPanel | null> {
  const [, scene, number] = /^([1-9]\d{0,4})-([1-9]\d{0,2})$/.exec(place) ?? [];
  if (!isId(storyId) || !scene) return null;
  const at = { scene: Number(scene), panel: Number(number) - 1 };
  const story = await cachedReadingStory(storyId, partOfScene(at.scene));
  const shown = story?.scenes.find(({ sceneNumber }) => sceneNumber === at.scene);
  const panel = shown?.panels[at.panel];
  return story && shown && panel?.imageUrl ? { story, at, sceneId: shown._id, panel } : null;
}

const pictureVersion = ({ story, panel }: SharedPanel) =>
  versionOf([
    story.title,
    displayName(story.userId),
    story.aspectRatio,
    panel.imageUrl,
    panel.textBubbles,
  ]);

const script = `location.replace(document.querySelector("[rel=next]").href)`;
const style = ":root{color-scheme:light dark;background:light-dark(#faf5ea,#15131b)}";
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Allows only the page's own script and style. */
const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/**
 * The page of a link to a panel. Messengers read its preview; a browser goes on to the reading page
 * before it paints anything, without a script too. An unknown panel has no page: its link opens the
 * story, whose page answers for drafts and unknown stories.
 */
export async function panelLinkPage(
  storyId: string,
  place: string,
): Promise<{ body: string; policy: string } | { movedTo: string }> {
  const found = await findSharedPanel(storyId, place);
  if (!found) return { movedTo: readingPath(encodeURIComponent(storyId)) };
  const { story, at } = found;
  const isMature = story.rating === "mature";
  const path = sharedPanelPath(storyId, at);
  const author = displayName(story.userId);
  const title = `${story.title}, scene ${at.scene}`;
  const description = isMature ? matureNotice : excerpt(story.description, 200);
  const picture = isMature ? defaultSharePicture : panelPicturePath(path, pictureVersion(found));
  const alt = isMature
    ? `${brand.name}: ${brand.tagline}`
    : found.panel.altText || `A panel of “${story.title}”, a comic by ${author}`;
  const robots = [
    ...(isMature || !env().PUBLIC_BROWSING ? ["noindex", "nofollow"] : []),
    ...(story.noTraining ? [noTrainingDirective] : []),
  ];
  const named = (kind: "name" | "property", metas: Record<string, string | number>) =>
    Object.entries(metas)
      .map(([key, value]) => `<meta ${kind}="${key}" content="${markupText(String(value))}">`)
      .join("");
  const target = markupText(panelHref(storyId, at));
  const metas =
    named("name", {
      description,
      ...(robots.length > 0 && { robots: robots.join(", ") }),
      "twitter:card": "summary_large_image",
      "twitter:title": title,
      "twitter:description": description,
      "twitter:image": absoluteUrl(picture),
      "twitter:image:alt": alt,
    }) +
    named("property", {
      "og:site_name": brand.name,
      "og:type": "article",
      "og:title": title,
      "og:description": description,
      // The panel's own URL: sites fetch the preview of the URL that a page names.
      "og:url": absoluteUrl(path),
      "og:image": absoluteUrl(picture),
      "og:image:alt": alt,
      "og:image:width": shareSize.width,
      "og:image:height": shareSize.height,
    });
  const canonical = markupText(absoluteUrl(readingPath(storyId)));
  const embeds = Object.entries(isMature ? {} : oembedLinks(absoluteUrl(path), title))
    .flatMap(([type, links]) => links.map(({ url: href }) => ({ rel: "alternate", type, href })))
    .map((link) => emptyElement("link", link))
    .join("");
  const words = markupText(`Read “${story.title}” from this panel`);
  return {
    policy,
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${markupText(`${title} by ${author}`)}</title>${metas}<link rel="canonical" href="${canonical}">${embeds}<link rel="next" href="${target}"><meta http-equiv="refresh" content="0;url=${target}"><style>${style}</style><script>${script}</script></head><body><noscript><a href="${target}">${words}</a></noscript></body></html>\n`,
  };
}

const drawOnce = createDrawings<Uint8Array>(drawingRateLimit);

/**
 * The preview picture of a panel, with its bubbles; or the URL of its current version. Sites keep
 * their copy, so it is drawn anew rather than stored.
 * @throws AppError `not_found` for drafts, stories for adults and unknown panels, `rate_limited`
 */
export async function drawPanelPicture(
  storyId: string,
  place: string,
  version: string,
  address: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; noTraining: boolean } | { movedTo: string }> {
  const found = await findSharedPanel(storyId, place);
  if (!found || found.story.rating === "mature") throw notFound("picture");
  const current = pictureVersion(found);
  if (version !== current) {
    return { movedTo: panelPicturePath(sharedPanelPath(storyId, found.at), current) };
  }
  const picture = await drawOnce(current, `address:${address}`, () => draw(found));
  return { bytes: new Uint8Array(picture), noTraining: found.story.noTraining };
}

async function draw({ story, sceneId, panel }: SharedPanel): Promise<Uint8Array> {
  const target = { sceneId, panelNumber: panel.panelNumber };
  const format = { format: "png", letters: "alone", width: shareSize.width / 2 } as const;
  const lettered = await renderPanel(null, target, format);
  const { bytes } = await drawSharePicture({
    title: story.title,
    author: displayName(story.userId),
    aspect: aspectOf[story.aspectRatio],
    pictures: [
      {
        bytes: await lettered.draw(),
        mediaType: "image/png",
        path: panel.imageUrl ?? "",
        title: "The panel",
      },
    ],
    remixedFrom: await ancestorsOf(story._id),
  });
  return bytes;
}
