import "server-only";
import type { Prisma, Tx } from "../db";
import { jobAbandoned, type Send } from "./events";

/**
 * Tells the engine to drop the runs of jobs that are about to be deleted with what they were for.
 * One that is at work at this moment finds its job gone when it wants to write.
 */
export async function abandonJobs(tx: Tx, send: Send, where: Prisma.JobWhereInput): Promise<void> {
  const open = await tx.job.findMany({
    where: { AND: [where, { status: { in: ["queued", "processing"] } }] },
    select: { id: true },
  });
  for (const { id: jobId } of open) {
    send({ ...jobAbandoned.create({ jobId }), id: `abandoned:${jobId}` });
  }
}
