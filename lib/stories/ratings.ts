import type { StoryRating } from "./schema";

/** What an author reads of each content rating. */
export const ratingTexts: Record<StoryRating, { label: string; hint: string }> = {
  everyone: { label: "Everyone", hint: "Suitable for everyone." },
  teen: { label: "Teen", hint: "Some violence, fright or strong words." },
  mature: {
    label: "Mature",
    hint: "For adults. Readers are asked first; lists, search and feeds leave it out.",
  },
};

/** Stands in the place of a description where a story for adults is spoken of. */
export const matureNotice = "This story is for adults. It is marked as mature.";
