"use client";
import { GitFork } from "lucide-react";
import { useRouter } from "next/navigation";
import { type MouseEvent, useState, useSyncExternalStore } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { Button } from "@/components/ui/button";
import { abbreviate } from "@/lib/stories/counts";
import { remix, remixPath } from "./remix";
import { remixStore } from "./remix-store";
import { inviteToSignIn } from "./sign-in-invitation";

interface RemixButtonProps {
  storyId: string;
  /** Number of a scene: then that scene alone is remixed. */
  scene?: number;
  count?: number;
  label?: string;
  quiet?: boolean;
}

/**
 * Copies a story or a scene into a draft of one's own and opens it. It cannot be used by visitors and
 * while another remix is under way, but can be reached then: a press says why.
 */
export function RemixButton({ storyId, scene, count, label, quiet }: RemixButtonProps) {
  const { viewer, status } = useViewer();
  const router = useRouter();
  const [failed, setFailed] = useState(false);
  const [own, setOwn] = useState(false);
  const pending = useSyncExternalStore(
    remixStore.subscribe,
    remixStore.get,
    remixStore.getOnServer,
  );

  async function start({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    if (status === "loading" || remixStore.get()) return;
    if (!viewer) {
      console.warn("Sign in to remix.");
      inviteToSignIn("remix", currentTarget);
      return;
    }
    setFailed(false);
    setOwn(true);
    remixStore.set(remixPath({ storyId, scene }));
    const result = await remix({ storyId, scene });
    remixStore.set(null);
    setOwn(false);
    if (result === "failed") setFailed(true);
    else if (result === "signed-out") inviteToSignIn("remix", currentTarget);
    else router.push(`/story/${result}`);
  }

  const text = failed ? "Error" : (label ?? "Remix");
  return (
    <Button
      variant={quiet ? "ghost" : "secondary"}
      size={quiet ? "sm" : "md"}
      aria-disabled={!viewer || pending !== null}
      loading={own}
      title={viewer ? undefined : "Sign in to remix"}
      aria-label={scene ? `${text} scene ${scene}` : undefined}
      onClick={start}
    >
      <GitFork aria-hidden="true" />
      <span>{text}</span>
      {count !== undefined && <span>{abbreviate(count)}</span>}
    </Button>
  );
}
