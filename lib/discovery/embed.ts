import "server-only";
import { createHash } from "node:crypto";
import { displayName } from "@/lib/accounts/display-name";
import { noTrainingDirective } from "@/lib/media/serve";
import { brand } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { absoluteUrl } from "@/lib/platform/site";
import { emptyElement, markupText } from "@/lib/platform/text/markup";
import { aspectOf, cssAspect } from "@/lib/scenes/aspect";
import { layoutSize } from "@/lib/scenes/bubbles/placement";
import { bubblesMarkup } from "@/lib/scenes/lettering/bubble-svg";
import { letteringRules } from "@/lib/scenes/lettering/web-fonts";
import type { Panel } from "@/lib/scenes/schema";
import { profileHref } from "@/lib/stories/feed/urls";
import { type Part, readingPath, sceneHref } from "@/lib/stories/reading/parts";
import type { Story } from "@/lib/stories/schema";

/** The reader that other sites may frame: a page of text and pictures, without a script or a cookie. */

const style = `:root{color-scheme:light dark;--paper:light-dark(#faf5ea,#15131b);--ink:light-dark(#17130e,#f4eee3);--soft:light-dark(#5c5347,#b3aa9c);--link:light-dark(#14639b,#7cc4f5)}*{box-sizing:border-box}body{margin:0 auto;max-width:45rem;padding:12px;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}h1{margin:0;font-size:1.375rem;line-height:1.2}h2{margin:24px 0 8px;font-size:1.125rem}p{margin:4px 0 12px;color:var(--soft)}h1,h2,p{unicode-bidi:plaintext}a{color:var(--link)}h1 a{color:inherit;text-decoration:none}a:focus-visible{outline:3px solid var(--link);outline-offset:2px}figure{position:relative;overflow:hidden;margin:0 0 12px;border:2px solid var(--ink);border-radius:4px}figure>img,figure>video{display:block;width:100%;height:100%;object-fit:cover}figure>svg{position:absolute;inset:0;width:100%;height:100%;pointer-events:none}figcaption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.lettering{font-kerning:none;font-synthesis:none;font-variant-ligatures:none;text-rendering:geometricPrecision}footer{padding:12px 0;text-align:center}footer a{display:inline-block;padding:10px 16px;border:2px solid #17130e;border-radius:6px;background:#ffcf33;color:#17130e;font-weight:700;text-decoration:none}`;

interface EmbedPage {
  body: string;
  /** The page's own policy: frames allowed anywhere, no scripts. */
  policy: string;
}

const link = (path: string, text: string) =>
  `<a href="${markupText(absoluteUrl(path))}" target="_blank" rel="noopener">${markupText(text)}</a>`;

function page(head: string, css: string, content: string): EmbedPage {
  const hash = createHash("sha256").update(css).digest("base64");
  const { S3_PUBLIC_BASE_URL } = env();
  const media = `'self'${S3_PUBLIC_BASE_URL ? ` ${new URL(S3_PUBLIC_BASE_URL).origin}` : ""}`;
  return {
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}<style>${css}</style></head><body>${content}</body></html>\n`,
    policy: `default-src 'none'; img-src ${media}; media-src ${media}; font-src 'self'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
  };
}

function figure(panel: Panel, isFirst: boolean, size: { width: number; height: number }): string {
  const { imageUrl, videoUrl } = panel;
  const picture = videoUrl
    ? `<video muted loop playsinline controls preload="none" src="${markupText(videoUrl)}"${
        imageUrl ? ` poster="${markupText(imageUrl)}"` : ""
      } aria-label="${markupText(panel.altText)}"></video>`
    : imageUrl
      ? emptyElement("img", {
          src: imageUrl,
          srcset: panel.srcSet,
          sizes: panel.srcSet ? "(min-width: 45rem) 45rem, 100vw" : null,
          width: panel.width,
          height: panel.height,
          loading: isFirst ? null : "lazy",
          decoding: "async",
        }).replace(/\/>$/, ` alt="${markupText(panel.altText)}"/>`)
      : "";
  const { textBubbles } = panel;
  if (textBubbles.length === 0) return `<figure>${picture}</figure>`;
  const words = textBubbles.map(
    ({ speaker, text }) => `<p>${markupText(speaker ? `${speaker}: ${text}` : text)}</p>`,
  );
  return `<figure>${picture}<svg viewBox="0 0 ${size.width} ${size.height}" aria-hidden="true">${bubblesMarkup(textBubbles, size)}</svg><figcaption>${words.join("")}</figcaption></figure>`;
}

/**
 * The page that frames on other sites show: the first part of a published story, or one scene of it
 * by its number; null if there is no such scene.
 */
export function embedPage(story: Story & { part: Part }, scene: number | null): EmbedPage | null {
  const author = displayName(story.userId);
  const scenes = story.scenes
    .filter(({ panels }) => panels.length > 0)
    .filter(({ sceneNumber }) => scene === null || sceneNumber === scene);
  if (scene !== null && scenes.length === 0) return null;
  const size = layoutSize(aspectOf[story.aspectRatio]);
  // Emoji use the system's font: a font for them would weigh more than the whole page.
  const faces = letteringRules(
    scenes.flatMap((scene) => scene.panels),
    ({ family }) => family === "Noto Emoji",
  );
  const css = `${faces}${style}figure{aspect-ratio:${cssAspect[story.aspectRatio]}}`;
  const first = scenes[0]?.panels[0];
  const sections = scenes.map(({ title, sceneNumber, panels }) => {
    const name = title || `Scene ${sceneNumber}`;
    const figures = panels.map((panel) => figure(panel, panel === first, size));
    return `<section aria-label="${markupText(name)}">${
      title ? `<h2>${markupText(title)}</h2>` : ""
    }${figures.join("")}</section>`;
  });
  const url = absoluteUrl(readingPath(story._id));
  return page(
    `<title>${markupText(`${story.title} by ${author}`)}</title><link rel="canonical" href="${markupText(url)}"><meta name="robots" content="noindex, indexifembedded${story.noTraining ? `, ${noTrainingDirective}` : ""}">`,
    css,
    `<header><h1>${link(readingPath(story._id), story.title)}</h1><p>by ${link(
      profileHref(story.userId.username),
      author,
    )}</p></header><main>${sections.join("")}</main><footer>${link(
      scene === null ? readingPath(story._id) : sceneHref(story._id, scene),
      `Read ${scene === null && story.part.total === 1 ? "it" : "all of it"} on ${brand.name}`,
    )}</footer>`,
  );
}

/** The frame of a story that is not public. */
export const embedNotFoundPage = (): EmbedPage =>
  page(
    `<title>Page Not Found</title><meta name="robots" content="noindex">`,
    style,
    `<main><h1>This story could not be found.</h1><p>It may have been removed. ${link(
      "/",
      `More on ${brand.name}`,
    )}</p></main>`,
  );
