import { maxOf } from "@/lib/platform/min-max";
import { readingPath } from "@/lib/stories/reading/parts";
import "server-only";
import { displayName } from "@/lib/accounts/display-name";
import { mediaUrlOf } from "@/lib/media/urls";
import { brand } from "@/lib/platform/brand";
import { mapReadableRows } from "@/lib/platform/map-rows";
import { absoluteUrl } from "@/lib/platform/site";
import { element, emptyElement, markupText, xmlHead } from "@/lib/platform/text/markup";
import { originSentence } from "@/lib/stories/ai-disclosure";
import { profileHref } from "@/lib/stories/feed/urls";
import { createDocument, type Document } from "./conditional-response";
import type { FeedStory, FeedSubject } from "./queries";
import { type FeedFormat, type FeedScope, feedPagePath, feedPath } from "./urls";

interface Feed {
  title: string;
  description: string;
  /** The page that the feed belongs to. */
  page: string;
  self: string;
  changed: Date;
  stories: FeedStory[];
}

function feedOf(
  format: FeedFormat,
  scope: FeedScope,
  { subject, stories }: { subject: FeedSubject; stories: FeedStory[] },
): Feed {
  const author = subject.username ? displayName(subject) : null;
  const title = author
    ? `${author} on ${brand.name}`
    : subject.tag
      ? `Stories tagged ${subject.tag} on ${brand.name}`
      : `New on ${brand.name}`;
  const description = author
    ? `Comics by ${author}.`
    : subject.tag
      ? `Comics tagged ${subject.tag}.`
      : brand.tagline;
  const own = subject.username ? { author: subject.username } : scope;
  return {
    title,
    description,
    page: absoluteUrl(feedPagePath(own)),
    self: absoluteUrl(feedPath(format, own)),
    // Date of a feed without stories.
    changed: new Date(
      maxOf(
        stories.map((story) => story.changedAt.getTime()),
        0,
      ),
    ),
    stories,
  };
}

/** Cover, description and AI disclosure as HTML that feed readers show. */
function contentOf(story: FeedStory): string {
  const { cover } = story;
  const url = absoluteUrl(readingPath(story.id));
  const picture = cover
    ? `<p><a href="${markupText(url)}">${emptyElement("img", {
        src: absoluteUrl(mediaUrlOf(cover)),
        width: cover.width,
        height: cover.height,
        alt: `The first panel of ${story.title}`,
      })}</a></p>`
    : "";
  const words = [story.description, originSentence(story)].filter((text) => text !== null);
  return `${picture}${words.map((text) => `<p>${markupText(text)}</p>`).join("")}`;
}

function rssItem(story: FeedStory): string {
  const url = absoluteUrl(readingPath(story.id));
  return [
    "<item>",
    element("title", story.title),
    element("link", url),
    `<guid isPermaLink="true">${markupText(url)}</guid>`,
    element("pubDate", story.publishedAt.toUTCString()),
    element("dc:creator", displayName(story)),
    ...story.tags.map((tag) => element("category", tag)),
    // Feed readers parse descriptions as HTML: the text is escaped for that first.
    element("description", markupText(story.description)),
    element("content:encoded", contentOf(story)),
    story.cover
      ? emptyElement("enclosure", {
          url: absoluteUrl(mediaUrlOf(story.cover)),
          length: story.cover.bytes,
          type: story.cover.mediaType,
        })
      : "",
    "</item>",
  ].join("");
}

const rss = (feed: Feed): string =>
  [
    xmlHead,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    "<channel>",
    element("title", feed.title),
    element("link", feed.page),
    element("description", feed.description),
    emptyElement("atom:link", { href: feed.self, rel: "self", type: "application/rss+xml" }),
    element("lastBuildDate", feed.changed.toUTCString()),
    element("generator", brand.name),
    "<ttl>60</ttl>",
    ...mapReadableRows(feed.stories, rssItem),
    "</channel></rss>\n",
  ].join("");

function atomEntry(story: FeedStory): string {
  const url = absoluteUrl(readingPath(story.id));
  return [
    "<entry>",
    element("id", url),
    `<title type="text">${markupText(story.title)}</title>`,
    emptyElement("link", { rel: "alternate", type: "text/html", href: url }),
    element("published", story.publishedAt.toISOString()),
    element("updated", story.changedAt.toISOString()),
    `<author>${element("name", displayName(story))}${element("uri", absoluteUrl(profileHref(story.username)))}</author>`,
    ...story.tags.map((term) => emptyElement("category", { term })),
    `<summary type="text">${markupText(story.description)}</summary>`,
    `<content type="html">${markupText(contentOf(story))}</content>`,
    story.cover
      ? emptyElement("link", {
          rel: "enclosure",
          href: absoluteUrl(mediaUrlOf(story.cover)),
          type: story.cover.mediaType,
          length: story.cover.bytes,
        })
      : "",
    "</entry>",
  ].join("");
}

const atom = (feed: Feed): string =>
  [
    xmlHead,
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element("id", feed.self),
    `<title type="text">${markupText(feed.title)}</title>`,
    `<subtitle type="text">${markupText(feed.description)}</subtitle>`,
    element("updated", feed.changed.toISOString()),
    emptyElement("link", { rel: "self", type: "application/atom+xml", href: feed.self }),
    emptyElement("link", { rel: "alternate", type: "text/html", href: feed.page }),
    // For entries without an author; Atom requires one.
    `<author>${element("name", brand.name)}</author>`,
    element("generator", brand.name),
    ...mapReadableRows(feed.stories, atomEntry),
    "</feed>\n",
  ].join("");

/** A feed as text, with its validators. */
export function writeFeed(
  format: FeedFormat,
  scope: FeedScope,
  found: { subject: FeedSubject; stories: FeedStory[] },
): Document {
  const feed = feedOf(format, scope, found);
  const body = format === "rss" ? rss(feed) : atom(feed);
  // Without a date: the newest change does not reflect that a story was unpublished.
  return createDocument(body);
}

export const feedTypes = { rss: "application/rss+xml", atom: "application/atom+xml" } as const;
