"use client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import { StalledNotice } from "@/components/ui/stalled-notice";
import { modelLoadingText } from "@/lib/generation/text/client";
import { sceneProgressOptions } from "@/lib/jobs/client";
import type { Scene } from "@/lib/scenes/schema";

/** Number of scenes queued before this one, as text; empty if it is not queued. */
function queuePositionText(scenesBefore: number | null): string | null {
  if (scenesBefore === null) return null;
  if (scenesBefore === 0) return "Many scenes are being made right now. Yours is next.";
  return scenesBefore === 1
    ? "1 scene is before yours."
    : `${scenesBefore.toLocaleString("en")} scenes are before yours.`;
}

/** Queue position of a waiting scene. */
export function SceneQueueStatus({ sceneId }: { sceneId: string }) {
  const { data, isError, isFetching, refetch } = useQuery(sceneProgressOptions(sceneId));
  return (
    <>
      {isError && (
        <Notice
          tone="warning"
          action={
            <Button size="sm" loading={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          The progress of this scene could not be checked. It appears here once it is ready.
        </Notice>
      )}
      <p className="text-sm text-ink-soft empty:hidden">
        {queuePositionText(data?.scenesBefore ?? null)}
      </p>
      <p role="status" className="text-sm text-ink-soft empty:sr-only">
        {data?.isModelLoading && modelLoadingText}
      </p>
      <StalledNotice isWaiting={data?.isWaiting ?? false} />
    </>
  );
}

/** Progress of a scene being generated. */
export function SceneGenerationProgress({ scene: { _id, panels } }: { scene: Scene }) {
  const done = panels.filter(({ status }) => status === "completed").length;
  return (
    <>
      <Progress
        // On the section's edge, so that nothing shifts when it disappears.
        className="absolute inset-x-3 top-[calc(-0.5rem-1px)]"
        value={Math.round((100 * done) / Math.max(1, panels.length))}
        label={
          done === 0 ? "Writing and drawing your scene" : `${done} of ${panels.length} panels drawn`
        }
      />
      <SceneQueueStatus sceneId={_id} />
    </>
  );
}
