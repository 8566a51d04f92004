"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { begun, findJob, followJob, type JobOf, setJob } from "@/components/jobs/followed-jobs";
import { failPanel } from "@/components/jobs/job-ends";
import { playSound } from "@/components/ui/sound";
import { regeneratePanel } from "@/lib/generation/client";
import { panelErrorText } from "@/lib/generation/error-texts";
import type { Panel } from "@/lib/scenes/schema";
import { storyKeys } from "@/lib/stories/client";

/** Regenerates a panel or repairs its picture; progress is in the panel's job. */
export function useRegeneratePanel(storyId: string) {
  const client = useQueryClient();
  return useCallback(
    async (
      sceneId: string,
      { _id, panelNumber, imageUrl }: Panel,
      more: { repair?: true } = {},
    ) => {
      const current = findJob(storyId, "panel", _id);
      // Ignores a second click while the first is pending.
      if (current && current.error === null) return;
      const job: JobOf<"panel"> = { ...begun(_id), kind: "panel", imageUrl };
      setJob(storyId, job);
      playSound("swoosh");
      try {
        const jobId = await regeneratePanel(sceneId, panelNumber, more);
        followJob(client, storyId, { ...job, jobId });
      } catch (error) {
        failPanel(client, storyId, job, panelErrorText(error));
      }
      void client.invalidateQueries({ queryKey: storyKeys.detail(storyId) });
    },
    [client, storyId],
  );
}
