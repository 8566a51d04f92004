"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { clearSession } from "@/components/accounts/session";
import { useViewer } from "@/components/accounts/use-viewer";
import { toast } from "@/components/ui/toast";
import { isUnauthorized } from "@/lib/platform/http/api-error";
import { createStory, fetchDrafts, fetchStory } from "@/lib/stories/feed-client";
import { newStory, untoldDescription } from "@/lib/stories/new-story";

/**
 * The latest draft that nobody wrote in, neither there nor in this browser, which keeps what was
 * typed under names that hold the story's id.
 */
async function untouchedDraft(username: string): Promise<{ _id: string } | undefined> {
  const { stories } = await fetchDrafts(username);
  const isUntold = ({ _id, title, description, tags, sceneCount }: StoryCard) =>
    title === newStory.title &&
    description === untoldDescription &&
    tags.length + sceneCount === 0 &&
    !Object.keys(localStorage).some((key) => key.endsWith(_id));
  const draft = stories.find(isUntold);
  if (!draft) return undefined;
  const { characters, locations, isRemix } = await fetchStory(draft._id);
  return characters.length + locations.length === 0 && !isRemix ? draft : undefined;
}

/** Starts a story and opens it; visitors sign in first and come back home. */
export function useStartStory() {
  const { status, user } = useViewer();
  const router = useRouter();
  const signIn = () => router.push("/login?from=%2F");
  const create = useMutation({
    mutationFn: createStory,
    meta: { handlesError: true },
    onSuccess: ({ _id }) => router.push(`/story/${_id}`),
    onError(error) {
      if (!isUnauthorized(error)) return toast.error(error.message);
      // Who is here was not known yet when the button was pressed, or the session has ended.
      void clearSession();
      signIn();
    },
  });
  const isStarting = create.isPending || create.isSuccess;

  /** @param onStarted runs when the story exists, before its page comes */
  function start(description: string, onStarted?: () => void) {
    if (isStarting) return;
    if (status === "unauthenticated") signIn();
    else create.mutate(description, { onSuccess: onStarted });
  }

  return { start, isStarting };
}
