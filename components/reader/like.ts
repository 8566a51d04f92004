import { currentSession } from "@/components/accounts/session";
import { toast } from "@/components/ui/toast";
import type { LikeInfo } from "@/lib/likes/schema";
import { isUnauthorized } from "@/lib/platform/http/later";
import { type LikeKey, toggleLike } from "./like-store";
import { inviteToSignIn } from "./sign-in-invitation";

/** Likes what stands at this place of the page or takes the like back. Visitors are invited instead. */
export async function like(key: LikeKey, before: LikeInfo, near: Element): Promise<void> {
  // While a session is still being asked for there is one, most likely: the server decides.
  if (currentSession().status === "unauthenticated") {
    console.info("Sign in to like stories and scenes.");
    inviteToSignIn("like", near);
    return;
  }
  try {
    await toggleLike(key, before);
  } catch (error) {
    if (isUnauthorized(error)) inviteToSignIn("like", near);
    else toast.error(error instanceof Error ? error.message : "An unexpected error occurred");
  }
}
