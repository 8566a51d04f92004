import { hasDraft } from "@/lib/platform/draft-storage";
import type { StoryCard } from "../schema";

/** Whether the author typed anything into a draft, on the server or in this browser. */
export const hasContent = ({ _id, isUntouched }: Pick<StoryCard, "_id" | "isUntouched">): boolean =>
  !isUntouched || hasDraft(_id);
