import type { StoryCard } from "../schema";

/** A row of covers on the home page. */
export interface HomeRow {
  title: string;
  /** The list that the row is the beginning of. */
  href: string;
  stories: StoryCard[];
}
