/** Progress of work at a provider, immediate or deferred. */

/** Started and not finished; calling again continues it. */
export interface Pending {
  lookInSeconds: number;
}

/** True: made and stored. False: the job has ended or is deleted. */
export type Progress = boolean | Pending;

/** The work of one kind of job in two halves, each idempotent. */
export interface JobHandler {
  /** The billed half: makes the result and records it on the job. */
  produce: (jobId: string, options?: { collectOnly?: boolean }) => Promise<Progress>;
  /** Shows or stores the recorded result. */
  publish: (jobId: string) => Promise<unknown>;
}
