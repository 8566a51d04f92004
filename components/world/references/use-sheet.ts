"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { begun, followJob, useFollowedJobs } from "@/components/jobs/followed-jobs";
import { useFollowOpenJobs } from "@/components/jobs/use-open-jobs";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { generateReferences } from "@/lib/generation/client";
import { sheetKey, sheetOptions } from "@/lib/world/references/client";
import type { ReferenceSheet } from "@/lib/world/references/schema";
import type { Entity, EntityKind } from "@/lib/world/schema";

/** The job of one picture, to be followed. */
const aReference = (entityId: string, jobId: string) => ({
  ...begun(entityId, jobId),
  kind: "reference" as const,
});

/** The sheet of a character or location, its changes, and the pictures that are being drawn. */
export function useSheet(kind: EntityKind, { _id, storyId }: Entity) {
  const client = useQueryClient();
  const { data: sheet, error, refetch } = useQuery(sheetOptions(kind, _id, storyId));
  const keep = (changed: ReferenceSheet) => client.setQueryData(sheetKey(_id), changed);
  const drawing = useFollowedJobs(storyId).filter(
    (job) => job.kind === "reference" && job.subjectId === _id,
  ).length;
  useFollowOpenJobs(storyId, true, (jobs) =>
    jobs
      .filter((job) => job.entityId === _id && job.reference)
      .map(({ jobId }) => aReference(_id, jobId)),
  );
  const draw = useDedupedMutation({
    mutationFn: (outfitId?: string) =>
      generateReferences({ kind, entityId: _id, ...(outfitId && { outfitId }) }),
    meta: { handlesError: true },
    onSuccess: (jobIds) => {
      for (const jobId of jobIds) followJob(client, storyId, aReference(_id, jobId));
    },
  });
  return { sheet, error, refetch, keep, draw, drawing };
}
