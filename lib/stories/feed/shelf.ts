import type { StoryPage } from "../schema";

/** Activity of a story on a day, in UTC. */
export interface DailyStats {
  /** `YYYY-MM-DD`. */
  day: string;
  readers: number;
  likes: number;
}

export interface Shelf extends StoryPage {
  /** The last 30 days of each story, by its id; today is the last. */
  days: Map<string, DailyStats[]>;
  /** The ids of stories published within the last 24 hours. */
  fresh: ReadonlySet<string>;
}
