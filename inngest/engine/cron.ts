import { Cron } from "croner";

/** Thrown for a schedule that is not five fields with an optional `TZ=…` in front. */
export class CronError extends Error {}

function parse(expression: string): Cron {
  const match = /^(?:(?:CRON_)?TZ=(\S+)\s+)?(.+)$/.exec(expression.trim());
  try {
    return new Cron(match?.[2] ?? "", {
      mode: "5-part",
      timezone: match?.[1] ?? "UTC",
      paused: true,
    });
  } catch (error) {
    throw new CronError(
      `"${expression}" is no cron schedule (five fields, optionally "TZ=Area/City" in front): ${String(error)}`,
    );
  }
}

/** The first time after `after` at which the schedule is due. Without `TZ=` it is read as UTC. */
export function nextCronTime(expression: string, after: Date): Date {
  let next: Date | null;
  try {
    next = parse(expression).nextRun(after);
  } catch (error) {
    if (error instanceof CronError) throw error;
    throw new CronError(`"${expression}" names no usable time: ${String(error)}`);
  }
  if (!next) throw new CronError(`The cron schedule "${expression}" is never due.`);
  return next;
}
