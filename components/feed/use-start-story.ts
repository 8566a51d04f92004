"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { hasHint, lastViewer, meOptions } from "@/components/accounts/session";
import { useViewer } from "@/components/accounts/use-viewer";
import { toast } from "@/components/ui/toast";
import { useWrite } from "@/components/ui/use-write";
import { isUnauthorized, messageOf } from "@/lib/platform/http/api-error";
import { createStory, untouchedDraft } from "@/lib/stories/feed-client";
import { untoldDescription } from "@/lib/stories/new-story";
import { rememberStart } from "./pending-prompt";

/**
 * Starts a story and opens it; visitors sign in first and come back home, where it goes on
 * (prompt-hero.tsx). An empty story is the draft that nobody wrote in yet, where there is one.
 */
export function useStartStory() {
  const { status } = useViewer();
  const queryClient = useQueryClient();
  const router = useRouter();
  function signIn(description: string) {
    rememberStart(description);
    router.push("/login?from=%2F");
  }
  const create = useWrite({
    async mutationFn(description: string) {
      // Who is here may not be known yet.
      const viewer =
        description === untoldDescription && (await queryClient.ensureQueryData(meOptions));
      return (viewer && (await untouchedDraft(viewer.username))) || createStory(description);
    },
    meta: { handlesError: true },
    onSuccess: ({ _id }) => router.push(`/story/${_id}`),
    onError(error, description) {
      if (!isUnauthorized(error)) toast.error(messageOf(error));
      // Who is here was not known yet when the button was pressed: nobody.
      else if (!lastViewer()) signIn(description);
    },
  });
  const isStarting = create.isPending || create.isSuccess;

  /** @param onStarted runs when the story exists, before its page comes */
  function start(description: string, onStarted?: () => void) {
    if (isStarting) return;
    // Where there may be a session the server decides.
    if (status === "unauthenticated" && !hasHint()) signIn(description);
    else create.mutate(description, { onSuccess: onStarted });
  }

  return { start, isStarting };
}
