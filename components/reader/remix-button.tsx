"use client";
import { GitFork } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/platform/http/fetch";
import { abbreviate } from "@/lib/stories/counts";

interface RemixButtonProps {
  storyId: string;
  /** Number of a scene: then that scene alone is remixed. */
  scene?: number;
  count?: number;
  label?: string;
  quiet?: boolean;
}

/** One remix at a time, whichever button started it. */
let remixing = false;

/** Copies a story or a scene into a draft of one's own and opens it. */
export function RemixButton({ storyId, scene, count, label, quiet }: RemixButtonProps) {
  const { viewer } = useViewer();
  const router = useRouter();
  const [state, setState] = useState<"idle" | "loading" | "error">("idle");

  async function remix() {
    if (!viewer) {
      console.warn("Sign in to remix.");
      return;
    }
    if (remixing) return;
    remixing = true;
    setState("loading");
    try {
      const path = scene ? `/stories/${storyId}/remix-scene/${scene}` : `/stories/${storyId}/remix`;
      const reply = (await api(path, { method: "POST" })) as { data: { _id: string } };
      router.push(`/story/${reply.data._id}`);
    } catch (error) {
      const message = error instanceof Error ? error.message : "An unexpected error occurred";
      setState("error");
      toast.error(message);
      void api("/events", {
        method: "POST",
        body: {
          name: "remix_failed",
          storyId,
          remixType: scene ? "scene" : "story",
          ...(scene ? { sceneNumber: scene } : {}),
          message: message.slice(0, 300),
        },
      }).catch(() => undefined);
    } finally {
      remixing = false;
    }
  }

  const text = state === "error" ? "Error" : (label ?? "Remix");
  return (
    <Button
      variant={quiet ? "ghost" : "secondary"}
      size={quiet ? "sm" : "md"}
      disabled={!viewer}
      loading={state === "loading"}
      title={viewer ? undefined : "Sign in to remix"}
      aria-label={scene ? `${text} scene ${scene}` : undefined}
      onClick={remix}
    >
      <GitFork aria-hidden="true" />
      <span>{text}</span>
      {count !== undefined && <span>{abbreviate(count)}</span>}
    </Button>
  );
}
