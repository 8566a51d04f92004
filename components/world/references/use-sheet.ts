"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { begun, followJob, useFollowedJobs } from "@/components/jobs/followed-jobs";
import { useFollowOpenJobs } from "@/components/jobs/use-follow-open-jobs";
import { useJobProgress } from "@/components/jobs/use-job-progress";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { generateReferences } from "@/lib/generation/client";
import { sheetKey, sheetOptions } from "@/lib/world/references/client";
import type { ReferenceSheet } from "@/lib/world/references/schema";
import type { Entity, EntityKind } from "@/lib/world/schema";

const referenceJob = (entityId: string, jobId: string) => ({
  ...begun(entityId, jobId),
  kind: "reference" as const,
});

/** The reference sheet of a character or location, and the pictures being drawn for it. */
export function useSheet(kind: EntityKind, { _id, storyId }: Entity) {
  const client = useQueryClient();
  const { data: sheet, error, refetch } = useQuery(sheetOptions(kind, _id, storyId));
  const keep = (changed: ReferenceSheet): void => void client.setQueryData(sheetKey(_id), changed);
  const jobIds = useFollowedJobs(storyId).flatMap((job) =>
    job.kind === "reference" && job.subjectId === _id ? (job.jobId ?? []) : [],
  );
  const { isWaiting } = useJobProgress(storyId, jobIds);
  useFollowOpenJobs(storyId, true, (jobs) =>
    jobs
      .filter((job) => job.entityId === _id && job.reference)
      .map(({ jobId }) => referenceJob(_id, jobId)),
  );
  const draw = useDedupedMutation({
    mutationFn: (outfitId?: string) =>
      generateReferences({ kind, entityId: _id, ...(outfitId && { outfitId }) }),
    meta: { handlesError: "while-mounted" },
    onSuccess: (jobIds) => {
      for (const jobId of jobIds) followJob(client, storyId, referenceJob(_id, jobId));
    },
  });
  return { sheet, error, refetch, keep, draw, drawing: jobIds.length, isWaiting };
}
