import type { Metadata } from "next";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  homeMetadata,
  notFoundMetadata,
  profileMetadata,
  readingMetadata,
} from "@/lib/discovery/metadata";
import { env } from "@/lib/platform/env";
import { hostile, profile, story } from "./samples";

const site = "https://comics.example";
const id = "0199d000-0000-7000-8000-000000000001";

beforeAll(() => {
  Object.assign(env(), { APP_URL: site });
});
afterEach(() => {
  Object.assign(env(), { PUBLIC_BROWSING: true });
});

const home = (view: Partial<Parameters<typeof homeMetadata>[0]> = {}) =>
  homeMetadata({
    page: 1,
    pages: 3,
    hrefOf: (page) => (page > 1 ? `/?page=${page}` : "/"),
    ...view,
  });

const imageOf = ({ openGraph }: Metadata) =>
  ((openGraph?.images ?? []) as { url: string; alt: string }[])[0];

describe("metadata for search engines and link previews", () => {
  it("of the home page, its pages, tags and orders", () => {
    expect(home()).toMatchObject({
      title: { absolute: "Inkwright: Say it in a sentence. Read it as a comic." },
      robots: "index, follow, max-image-preview:large",
      alternates: {
        canonical: `${site}/`,
        types: {
          "application/rss+xml": [{ url: `${site}/feed.xml` }],
          "application/opds+json": [{ url: `${site}/opds/v2.0` }],
        },
      },
      pagination: { next: `${site}/?page=2` },
      openGraph: {
        type: "website",
        images: [{ width: 1200, height: 630, alt: expect.any(String) }],
      },
      twitter: { card: "summary_large_image" },
    });
    expect(home({ page: 2 })).toMatchObject({
      title: { absolute: "Stories, page 2 · Inkwright" },
      alternates: { canonical: `${site}/?page=2` },
      pagination: { previous: `${site}/`, next: `${site}/?page=3` },
    });
    expect(home({ page: 3 }).pagination).toEqual({ previous: `${site}/?page=2` });
    expect(home({ tag: "sea & sky" })).toMatchObject({
      title: { absolute: "Stories tagged sea & sky · Inkwright" },
      alternates: {
        types: {
          "application/atom+xml": [{ url: `${site}/atom.xml?tag=sea+%26+sky` }],
          "application/opds+json": [{ url: `${site}/opds/stories?tag=sea+%26+sky` }],
        },
      },
    });
    expect(home({ sort: "popular" }).title).toEqual({ absolute: "Popular stories · Inkwright" });
  });

  it("of a story: author, times, picture with its size, feeds and oEmbed", () => {
    const read = readingMetadata(story());
    expect(read).toMatchObject({
      title: "The Lamp Room by Ada Lovelace",
      robots: expect.stringMatching(/^index, /),
      authors: [{ name: "Ada Lovelace", url: `${site}/user/ada` }],
      alternates: {
        canonical: `${site}/story/${id}/read`,
        types: {
          "application/rss+xml": [{ url: `${site}/feed.xml?author=ada` }],
          "application/json+oembed": [
            {
              url: `${site}/oembed?url=${encodeURIComponent(`${site}/story/${id}/read`)}&format=json`,
            },
          ],
        },
      },
      openGraph: {
        type: "article",
        url: `${site}/story/${id}/read`,
        siteName: "Inkwright",
        publishedTime: "2026-11-02T10:00:00.000Z",
        modifiedTime: "2026-11-03T10:00:00.000Z",
        authors: [`${site}/user/ada`],
        tags: ["sea", "night"],
      },
    });
    const image = imageOf(read);
    expect(image?.url).toMatch(new RegExp(`^${site}/story/${id}/og/[0-9a-f]{24}\\.jpg$`));
    expect(image).toMatchObject({ width: 1200, height: 630, type: "image/jpeg" });
    expect(image?.alt).toContain("The Lamp Room");
  });

  it("of a story whose picture has changed: another picture", () => {
    const pictureOf = (change: Parameters<typeof story>[0]) =>
      imageOf(readingMetadata(story(change)))?.url;
    expect(pictureOf({})).toBe(pictureOf({ description: "Other words", likeCount: 99 }));
    expect(pictureOf({})).not.toBe(pictureOf({ title: "The Lamp" }));
    expect(pictureOf({})).not.toBe(pictureOf({ scenes: [] }));
  });

  it("of a description: one line, cut between words, never within a character", () => {
    const long = `${"word ".repeat(60)}\n\nend`;
    const description = readingMetadata(story({ description: long })).description ?? "";
    expect(description.length).toBeLessThanOrEqual(200);
    expect(description).toMatch(/word…$/);
    const family = "👩‍👩‍👧‍👦".repeat(40);
    const cut = readingMetadata(story({ description: family })).description ?? "";
    expect(cut.replaceAll("👩‍👩‍👧‍👦", "")).toBe("…");
    expect(readingMetadata(story({ description: hostile })).description).not.toMatch(
      /[\u2028\u2029]/,
    );
  });

  it("of a profile", () => {
    const hrefOf = (page: number) => (page > 1 ? `/user/ada?page=${page}` : "/user/ada");
    expect(profileMetadata(profile(), { page: 1, pages: 2, hrefOf })).toMatchObject({
      title: "Ada Lovelace (@ada)",
      alternates: { canonical: `${site}/user/ada` },
      pagination: { next: `${site}/user/ada?page=2` },
      openGraph: { type: "profile", username: "ada", firstName: "Ada", lastName: "Lovelace" },
    });
  });

  it("of drafts, unknown addresses, and anything where browsing needs sign-in: nothing", () => {
    expect(notFoundMetadata("Page Not Found").robots).toBe("noindex, nofollow");
    Object.assign(env(), { PUBLIC_BROWSING: false });
    for (const metadata of [home(), readingMetadata(story())]) {
      expect(metadata.robots).toBe("noindex, nofollow");
      expect(metadata.alternates?.types).toEqual({});
    }
  });

  it("asks crawlers to exclude a story from training where its author chose that", () => {
    expect(readingMetadata(story({ noTraining: true })).robots).toBe(
      "index, follow, max-image-preview:large, noai, noimageai",
    );
    expect(readingMetadata(story({ noTraining: true, rating: "mature" })).robots).toBe(
      "noindex, nofollow, noai, noimageai",
    );
    Object.assign(env(), { PUBLIC_BROWSING: false });
    expect(readingMetadata(story({ noTraining: true })).robots).toContain("noindex");
  });
});
