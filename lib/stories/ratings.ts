import type { StoryRating } from "./schema";

/** The description of each content rating for authors. */
export const ratingTexts: Record<StoryRating, { label: string; hint: string }> = {
  everyone: { label: "Everyone", hint: "Suitable for everyone." },
  teen: { label: "Teen", hint: "Some violence, fright or strong words." },
  mature: {
    label: "Mature",
    hint: "For adults. Readers are asked first; lists, search and feeds leave it out.",
  },
};

/** Replaces the description of a story for adults. */
export const matureNotice = "This story is for adults. It is marked as mature.";
