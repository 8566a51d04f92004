"use client";
import { type Mutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { GitFork } from "lucide-react";
import { useRouter } from "next/navigation";
import { type MouseEvent, useEffect } from "react";
import { hasSessionHint } from "@/components/accounts/session/session";
import { useSignedInViewer } from "@/components/accounts/use-viewer";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { cx } from "@/components/ui/utils/cx";
import { isUnauthorized, messageOf } from "@/lib/platform/http/api-error";
import { formatCount } from "@/lib/stories/format-count";
import { type RemixSource, remix, reportRemixFailure } from "./remix";
import { useSignInPrompt } from "./use-sign-in-prompt";

interface RemixButtonProps extends RemixSource {
  count?: number;
  label?: string;
  quiet?: boolean;
}

/** Milliseconds for which the label is 'Error': as long as the toast with the reason is shown. */
const errorTime = 4_000;

/** Shared by all remix buttons of a page: one remix at a time, until the copy's page has loaded. */
const mutationKey = ["remix"];
const running = { mutationKey, predicate: ({ state }: Mutation) => state.status !== "error" };

/**
 * Copies a story or a scene into a new draft and opens it. Inactive for visitors and during another
 * remix, but focusable: a press explains why.
 */
export function RemixButton({ storyId, scene, count, label, quiet }: RemixButtonProps) {
  const viewer = useSignedInViewer();
  const router = useRouter();
  const client = useQueryClient();
  const { promptSignIn, signInPrompt } = useSignInPrompt("remix");
  const isBusy = useMutationState({ filters: running }).length > 0;
  const { mutate, isPending, isSuccess, error, reset } = useDedupedMutation({
    mutationKey,
    // Once its page has gone, a copy keeps no button busy.
    gcTime: 1_000,
    mutationFn: remix,
    meta: { handlesError: true },
    onSuccess: (copyId) => router.push(`/story/${copyId}?remixed`),
    onError(failure, source) {
      // A person who declined to sign in again needs no message.
      if (isUnauthorized(failure)) return;
      toast.error(messageOf(failure));
      reportRemixFailure(source, failure.message);
    },
  });

  useEffect(() => {
    if (!error) return;
    const timer = setTimeout(reset, errorTime);
    return () => clearTimeout(timer);
  }, [error, reset]);

  function start({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    if (client.getMutationCache().find(running)) return;
    // If there may be a session, the server decides.
    if (!viewer && !hasSessionHint()) {
      console.warn("Sign in to remix.");
      promptSignIn(currentTarget);
      return;
    }
    mutate({ storyId, scene });
  }

  const hasFailed = error !== null && !isUnauthorized(error);
  const text = hasFailed ? "Error" : (label ?? "Remix");
  return (
    <>
      <Button
        // A visitor's press opens an invitation, so the button looks active.
        className={cx("with-script", !viewer && "remix-invites")}
        size={quiet ? "sm" : "md"}
        aria-disabled={!viewer || isBusy}
        // Until the copy's page has loaded.
        loading={isPending || isSuccess}
        title={viewer ? undefined : "Sign in to remix"}
        aria-label={scene ? `${text} scene ${scene.number}` : undefined}
        onClick={start}
      >
        <GitFork aria-hidden="true" />
        <span>{text}</span>
        {count !== undefined && !hasFailed && <span>{formatCount(count)}</span>}
      </Button>
      {signInPrompt}
    </>
  );
}
