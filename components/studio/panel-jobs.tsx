"use client";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { regeneratePanel, watchImageJob } from "@/lib/generation/client";
import { failedJob, panelErrorText } from "@/lib/generation/error-texts";
import type { Panel } from "@/lib/scenes/schema";
import { storyKeys } from "@/lib/stories/client";
import { findPanelPosition } from "@/lib/stories/query-cache";
import {
  getPanelJobState,
  type PanelJobState,
  setPanelJobState,
  usePanelJobStates,
} from "./panel-job-state";

const statusCheckFailed = "Failed to check image generation status";

/** Announces the error and stores it for the panel; the old picture stays. */
function recordFailure(
  queryClient: QueryClient,
  storyId: string,
  panelId: string,
  note: PanelJobState,
  text: string,
): void {
  const isFlagged = text.startsWith("Content flagged as sensitive");
  setPanelJobState(storyId, panelId, { ...note, jobId: null, error: { text, isFlagged } });
  const description = findPanelPosition(queryClient, storyId, panelId);
  toast.error(text, { duration: 6000, description });
}

/** Regenerates a panel; the panel's job state has the progress. */
export function useRegeneratePanel(storyId: string) {
  const queryClient = useQueryClient();
  return useCallback(
    async (sceneId: string, panel: Panel) => {
      const current = getPanelJobState(storyId, panel._id);
      // Ignores a second click while the first is pending.
      if (current && !current.error) return;
      const note: PanelJobState = { jobId: null, error: null, imageUrl: panel.imageUrl };
      setPanelJobState(storyId, panel._id, note);
      playSound("swoosh");
      try {
        const jobId = await regeneratePanel(sceneId, panel.panelNumber);
        setPanelJobState(storyId, panel._id, { ...note, jobId });
      } catch (error) {
        recordFailure(queryClient, storyId, panel._id, note, panelErrorText(error));
      }
      void queryClient.invalidateQueries({ queryKey: storyKeys.detail(storyId) });
    },
    [queryClient, storyId],
  );
}

/** Polls the jobs of regenerated panels, even of panels that are not rendered. */
export function PanelJobs({ storyId }: { storyId: string }) {
  const notes = usePanelJobStates(storyId);
  return Object.entries(notes).map(
    ([panelId, note]) =>
      note.jobId && (
        <PanelJob
          key={note.jobId}
          storyId={storyId}
          panelId={panelId}
          jobId={note.jobId}
          note={note}
        />
      ),
  );
}

function PanelJob({
  storyId,
  panelId,
  jobId,
  note,
}: {
  storyId: string;
  panelId: string;
  jobId: string;
  note: PanelJobState;
}) {
  const queryClient = useQueryClient();
  const latestState = useRef(note);

  useEffect(
    () =>
      watchImageJob(storyId, jobId, {
        async onEnd(end) {
          // Refetches first: a panel without job state shows the story's data.
          await queryClient.invalidateQueries({ queryKey: storyKeys.detail(storyId) });
          if (end.how !== "ended")
            recordFailure(queryClient, storyId, panelId, latestState.current, statusCheckFailed);
          else if (end.job.status === "completed") {
            playSound("notice");
            setPanelJobState(storyId, panelId, null);
          } else {
            const reason = failedJob(end.job.error ?? "Image generation failed");
            recordFailure(
              queryClient,
              storyId,
              panelId,
              latestState.current,
              panelErrorText(reason),
            );
          }
        },
      }),
    [jobId, panelId, queryClient, storyId],
  );

  return null;
}
