"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { clearSession, isSessionLost } from "@/components/accounts/session-store";
import { useViewer } from "@/components/accounts/use-viewer";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/platform/http/fetch";
import { newStory } from "@/lib/stories/new-story";

/** Starts a story and opens it; visitors sign in first and come back home. */
export function useStartStory() {
  const { status } = useViewer();
  const router = useRouter();
  const [isStarting, setIsStarting] = useState(false);

  /** @param onStarted runs when the story exists, before its page comes */
  async function start(description: string, onStarted?: () => void) {
    if (isStarting) return;
    const signIn = () => router.push("/login?from=%2F");
    if (status === "unauthenticated") return signIn();
    setIsStarting(true);
    try {
      const reply = (await api("/stories", {
        method: "POST",
        body: { ...newStory, description },
      })) as { data: { _id: string } };
      onStarted?.();
      router.push(`/story/${reply.data._id}`);
    } catch (error) {
      setIsStarting(false);
      // Who is here was not known yet when the button was pressed, or the session has ended.
      if (isSessionLost(error)) {
        clearSession();
        signIn();
        return;
      }
      toast.error(error instanceof Error ? error.message : "An unexpected error occurred");
    }
  }

  return { start, isStarting };
}
