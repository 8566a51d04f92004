import { eventType } from "inngest";
import { z } from "@/lib/platform/zod";
import { id } from "../http/ids";

/** An event on its way; receivers drop a second one with the same id. */
export interface OutgoingEvent {
  id: string;
  name: string;
  data: Record<string, unknown>;
}

/** Sends an event when the transaction around it has committed. */
export type Send = (event: OutgoingEvent) => void;

/** What a job was for is deleted, with the job. */
export const jobAbandoned = eventType("job/abandoned", { schema: z.object({ jobId: id }) });
