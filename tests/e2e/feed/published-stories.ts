import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { StoryPlan } from "@/tests/support/rows/story-rows";
import { seedStory } from "@/tests/support/seeding";

export interface PublishedStories {
  tag: string;
  /** The newest first, as in the feed. */
  titles: string[];
}

/** Publishes stories of one author under a new tag, which no cached page has. */
export async function publishStories(
  username: string,
  count: number,
  more: Partial<StoryPlan> = {},
  tag = `shelf ${randomUUID().slice(0, 8)}`,
): Promise<PublishedStories> {
  const titles: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const title = `${tag} ${String(number).padStart(2, "0")}`;
    titles.unshift(title);
    await seedStory({
      username,
      title,
      scenes: [1],
      pictures: number === count,
      tags: [tag],
      publishedAt: new Date(Date.UTC(2025, 0, number)).toISOString(),
      ...more,
    });
  }
  return { tag, titles };
}

export const covers = (page: Page) => page.locator(".cover-grid .card");

/** The text of a page's HTML, before hydration. */
export function wordsOf(html: string): string {
  return html
    .replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#(x27|39);/g, "'")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");
}
