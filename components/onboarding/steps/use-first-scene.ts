"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { followScene } from "@/components/jobs/followed-jobs";
import { useStoryPolls } from "@/components/jobs/use-story-polls";
import { castDrafts, partitionChoices, toCastIds } from "@/components/studio/prompt/cast-draft";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { playSound } from "@/components/ui/sound";
import { generateScene } from "@/lib/generation/client";
import { canRetry, failedJob, sceneErrorText } from "@/lib/generation/error-texts";
import { sceneFailureText } from "@/lib/jobs/scene-outcome";
import type { Scene } from "@/lib/scenes/schema";
import { addCachedScene } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";
import { completeOnboarding } from "../onboarding-storage";
import { reportUnlessUnloading } from "../report-unless-unloading";
import { saveAnswers } from "../unsaved-answers";
import { leaveSteps } from "../use-step";
import type { UpdateWizard } from "../use-wizard";
import type { WizardState } from "../wizard-state";
import { getScenePhase, isFirstSceneReady, type ScenePhase, watchPhaseTimes } from "./scene-phase";

export interface FirstScene {
  phase: ScenePhase;
  scene: Scene | null;
  failure: SceneFailure | null;
  create: (prompt: string) => void;
}

export interface SceneFailure {
  /** The error, in the words of the specification. */
  text: string;
  /** The reason, if a picture failed. */
  details: string | null;
  /** Whether a retry with the same prompt can succeed. */
  mayTryAgain: boolean;
}

/** Generates the first scene and waits for its first picture. */
export function useFirstScene(story: Story, state: WizardState, update: UpdateWizard): FirstScene {
  const { run } = state;
  const queryClient = useQueryClient();
  const note = useCallback(
    (changes: Partial<Run>) => update((now) => ({ run: now.run && { ...now.run, ...changes } })),
    [update],
  );
  const [refusal, setRefusal] = useState<SceneFailure | null>(null);
  /** The idempotency key of the last request of this page. */
  const sentKey = useRef<string | null>(null);
  /** The cast selected for that request. */
  const sentCast = useRef<string | null>(null);
  const scene = (run && story.scenes[0]) ?? null;

  const { mutate, isPending } = useDedupedMutation({
    mutationFn: async ({ key, prompt, sceneId }: Pick<Run, "key" | "prompt" | "sceneId">) => {
      await saveAnswers(queryClient, story, state);
      const cast = castDrafts.get(story._id);
      sentCast.current = JSON.stringify(cast);
      return generateScene(
        {
          storyId: story._id,
          prompt,
          generateImages: true,
          maxPanels: story.defaultPanels || 1,
          ...toCastIds(partitionChoices(story, cast)),
          ...(sceneId === null ? {} : { regenerateExisting: true, existingSceneId: sceneId }),
        },
        key,
      );
    },
    // Without the idempotency key, which differs for each click.
    keyOf: ({ prompt, sceneId }) => `${sceneId} ${prompt}`,
    meta: { handlesError: true },
    onSuccess: async (reply) => {
      // The workspace reports how the scene ends and which entities it added.
      followScene(queryClient, reply.scene);
      await addCachedScene(queryClient, reply.scene);
      note({ sceneId: reply.scene._id, isRefused: false });
    },
    onError: (error) =>
      reportUnlessUnloading(error, () => {
        const text = sceneErrorText(error);
        setRefusal({ text, details: null, mayTryAgain: canRetry(error) });
        note({ isRefused: true });
        playSound("error");
      }),
  });

  const hasFailed = scene?.status === "failed" && !isPending;
  const isWaiting = run !== null && !run.isRefused && !hasFailed;

  // Reloaded before the answer: the scene is in the story already, or the same request is sent
  // again.
  const sceneId = scene?._id ?? null;
  useEffect(() => {
    if (!run || isPending || run.sceneId !== null) return;
    if (scene && sceneId !== null) {
      followScene(queryClient, scene);
      note({ sceneId, isRefused: false });
    } else if (!run.isRefused && sentKey.current !== run.key) {
      sentKey.current = run.key;
      mutate(run);
    }
  }, [run, scene, sceneId, isPending, mutate, queryClient, note]);

  const [now, setNow] = useState(Date.now);
  const startedAt = run?.startedAt ?? 0;
  useEffect(() => {
    if (!isWaiting) return;
    setNow(Date.now());
    return watchPhaseTimes(Date.now() - startedAt, () => setNow(Date.now()));
  }, [isWaiting, startedAt]);

  useStoryPolls(story._id, isWaiting && sceneId !== null, () => {
    castDrafts.set(story._id, []);
    completeOnboarding(story._id);
  });
  const isGone = isWaiting && run?.sceneId != null && sceneId === null && !isPending;
  useEffect(() => {
    // Deleted in another window: stop waiting.
    if (isGone) update(() => ({ run: null }));
  }, [isGone, update]);

  return {
    phase: getScenePhase({
      elapsed: isWaiting ? Math.max(0, now - startedAt) : null,
      hasScene: scene !== null && !isPending,
      isDrawn: scene !== null && !isPending && isFirstSceneReady(scene),
    }),
    scene,
    failure: isPending
      ? null
      : getFailure(run?.isRefused ? refusal : null, hasFailed ? scene : null),
    create: (prompt) => {
      if (isPending || isWaiting) return;
      // The same prompt and cast reuse the key, in case the first answer was lost.
      const cast = JSON.stringify(castDrafts.get(story._id));
      const isSameCast = sentCast.current === null || sentCast.current === cast;
      const isRepeat = run?.isRefused && run.prompt === prompt && isSameCast;
      const key = isRepeat ? run.key : `${story._id}-${Date.now()}`;
      sentKey.current = key;
      const sceneId = run?.sceneId ?? null;
      update(() => ({ run: { key, prompt, startedAt: Date.now(), sceneId, isRefused: false } }));
      // During generation there is no earlier step.
      leaveSteps();
      mutate({ key, prompt, sceneId: scene?._id ?? null });
    },
  };
}

type Run = NonNullable<WizardState["run"]>;

/** The refusal of the request, or the error stored in the scene. */
function getFailure(refusal: SceneFailure | null, scene: Scene | null): SceneFailure | null {
  if (refusal !== null) return refusal;
  if (!scene) return null;
  const text = sceneFailureText(scene.errorMessage);
  const picture = scene.panels.find((panel) => panel.imageGenerationError)?.imageGenerationError;
  const reason = picture?.isContentFlag
    ? "Content flagged as sensitive. Try rephrasing with gentler language"
    : picture?.message;
  return {
    text,
    details: reason && reason !== text ? reason : null,
    mayTryAgain: !picture?.isContentFlag && canRetry(failedJob(scene.errorMessage ?? "")),
  };
}
