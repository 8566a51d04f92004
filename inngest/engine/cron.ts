import { Cron } from "croner";

/** Thrown for a schedule that is not five fields. */
export class CronError extends Error {}

/** The first time after `after` at which the schedule is due, in UTC. */
export function nextCronTime(expression: string, after: Date): Date {
  let next: Date | null;
  try {
    next = new Cron(expression, { mode: "5-part", timezone: "UTC", paused: true }).nextRun(after);
  } catch (error) {
    throw new CronError(`"${expression}" is no cron schedule of five fields: ${String(error)}`);
  }
  if (!next) throw new CronError(`The cron schedule "${expression}" is never due.`);
  return next;
}
