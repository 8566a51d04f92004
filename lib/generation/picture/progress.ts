/** How far work at a provider is, whichever way that answers. */

/** Ordered and not there yet; the same call continues it. */
export interface Pending {
  lookInSeconds: number;
}

/** True: made and kept. False: nobody wants it any more. */
export type Progress = boolean | Pending;

/** What is done for a job of one kind, in two halves, each of which can be repeated. */
export interface JobHandler {
  /** The billed one: has something made and records it on the job. */
  produce: (jobId: string, options?: { collectOnly?: boolean }) => Promise<Progress>;
  /** Shows, or keeps, what was recorded. */
  publish: (jobId: string) => Promise<unknown>;
}
