"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { regeneratePanel, watchImageJob } from "@/lib/generation/client";
import { failedJob, panelErrorText } from "@/lib/generation/error-texts";
import type { Panel } from "@/lib/scenes/schema";
import { storyKeys } from "@/lib/stories/client";
import { notePanel, type PanelNote, panelNote, usePanelNotes } from "./panel-notes";

const unreachable = "Failed to check image generation status";

/** Says it aloud and leaves it on the panel; the picture that was there stays. */
function noteFailure(storyId: string, panelId: string, note: PanelNote, text: string): void {
  const isFlagged = text.startsWith("Content flagged as sensitive");
  notePanel(storyId, panelId, { ...note, jobId: null, error: { text, isFlagged } });
  toast.error(text, { duration: 6000 });
}

/** Has a panel drawn again; how far it is stands in its note. */
export function useRegeneratePanel(storyId: string) {
  const queryClient = useQueryClient();
  return useCallback(
    async (sceneId: string, panel: Panel) => {
      const current = panelNote(storyId, panel._id);
      // A second click while the first is on its way.
      if (current && !current.error) return;
      const note: PanelNote = { jobId: null, error: null, imageUrl: panel.imageUrl };
      notePanel(storyId, panel._id, note);
      playSound("swoosh");
      try {
        const jobId = await regeneratePanel(sceneId, panel.panelNumber);
        notePanel(storyId, panel._id, { ...note, jobId });
      } catch (error) {
        noteFailure(storyId, panel._id, note, panelErrorText(error));
      }
      void queryClient.invalidateQueries({ queryKey: storyKeys.detail(storyId) });
    },
    [queryClient, storyId],
  );
}

/** Waits for the pictures that were asked for again, wherever on the table their panels are. */
export function PanelJobs({ storyId }: { storyId: string }) {
  const notes = usePanelNotes(storyId);
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
  note: PanelNote;
}) {
  const queryClient = useQueryClient();
  const kept = useRef(note);

  useEffect(
    () =>
      watchImageJob(storyId, jobId, {
        async onEnd(end) {
          // The picture first: a panel without its note shows what the story says.
          await queryClient.invalidateQueries({ queryKey: storyKeys.detail(storyId) });
          if (end.how !== "ended") noteFailure(storyId, panelId, kept.current, unreachable);
          else if (end.job.status === "completed") {
            playSound("notice");
            notePanel(storyId, panelId, null);
          } else {
            const reason = failedJob(end.job.error ?? "Image generation failed");
            noteFailure(storyId, panelId, kept.current, panelErrorText(reason));
          }
        },
      }),
    [jobId, panelId, queryClient, storyId],
  );

  return null;
}
