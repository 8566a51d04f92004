import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { signatures } from "@/lib/media/credentials/credentials";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, Prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { spentSince } from "@/lib/spending/queries";
import type { Metric, Sample } from "./metrics-text";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** @throws AppError `not_found` if metrics are off, `unauthorized` */
export function requireMetricsToken(viewer: Viewer | null, authorization: string | null): void {
  if (viewer?.isAdministrator) return;
  const { METRICS_TOKEN: token } = env();
  if (!token) throw new AppError("not_found", "Metrics are off: METRICS_TOKEN is not set.");
  const sent = /^Bearer (.+)$/i.exec(authorization ?? "")?.[1] ?? "";
  if (!timingSafeEqual(digest(sent), digest(token))) {
    throw new AppError("unauthorized", "Please send METRICS_TOKEN as a bearer token.");
  }
}

/** Metrics cover the last hour, so that the cost of a scrape does not grow with the site. */
const oneHourAgo = Prisma.sql`now() - interval '1 hour'`;

interface OpenJobs {
  kind: string;
  status: string;
  count: number;
  oldest: number;
}

interface EndedJobs {
  kind: string;
  outcome: string;
  count: number;
}

interface JobTimes {
  kind: string;
  queued: number[] | null;
  worked: number[] | null;
}

interface Calls {
  provider: string;
  model: string;
  kind: string;
  outcome: string;
  count: number;
  unpriced: number;
  dollars: number;
  seconds: number[];
}

const quantiles = [0.5, 0.95, 1];
const quantilesSql = Prisma.sql`ARRAY[0.5, 0.95, 1]::float8[]`;

const byQuantile = (labels: Record<string, string>, values: number[] | null): Sample[] =>
  (values ?? []).map((value, at) => ({
    labels: { ...labels, quantile: String(quantiles[at]) },
    value,
  }));

/**
 * Operational metrics: jobs by outcome, times in the queue, provider calls with their cost, waiting
 * events, engines. They come from the database, so that every instance reports the same, except for
 * those of the process.
 */
export async function readMetrics(): Promise<Metric[]> {
  const [open, ended, times, calls, [outbox], engines, today] = await Promise.all([
    db.$queryRaw<OpenJobs[]>`
      SELECT kind::text, status::text, count(*)::int,
        extract(epoch FROM now() - min(created_at))::float8 AS oldest
      FROM job WHERE status IN ('queued', 'processing') GROUP BY 1, 2 ORDER BY 1, 2`,
    db.$queryRaw<EndedJobs[]>`
      SELECT kind::text, CASE status WHEN 'failed' THEN coalesce(error_code, 'failed')
        ELSE status::text END AS outcome, count(*)::int
      FROM job WHERE finished_at > ${oneHourAgo} GROUP BY 1, 2 ORDER BY 1, 2`,
    db.$queryRaw<JobTimes[]>`
      SELECT kind::text,
        percentile_cont(${quantilesSql}) WITHIN GROUP
          (ORDER BY extract(epoch FROM started_at - created_at)::float8) AS queued,
        percentile_cont(${quantilesSql}) WITHIN GROUP
          (ORDER BY extract(epoch FROM finished_at - started_at)::float8) AS worked
      FROM job WHERE finished_at > ${oneHourAgo} AND started_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
    db.$queryRaw<Calls[]>`
      SELECT provider, model, kind, outcome, count(*)::int,
        (count(*) FILTER (WHERE cost_micros IS NULL))::int AS unpriced,
        (coalesce(sum(cost_micros), 0) / 1e6)::float8 AS dollars,
        percentile_cont(${quantilesSql}) WITHIN GROUP (ORDER BY duration_ms / 1e3::float8) AS seconds
      FROM provider_call WHERE created_at > ${oneHourAgo} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    db.$queryRaw<{ count: number; oldest: number }[]>`
      SELECT count(*)::int,
        coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
      FROM outbox_event WHERE sent_at IS NULL`,
    db.engineStatus.findMany({ orderBy: { port: "asc" } }),
    spentSince("day"),
  ]);
  const labelsOfCall = ({ provider, model, kind, outcome }: Calls) => ({
    ...{ provider, model, kind, outcome },
  });
  return [
    {
      name: "inkwright_jobs_open",
      help: "Jobs that wait (queued) or are worked on (processing) now.",
      samples: open.map(({ kind, status, count }) => ({ labels: { kind, status }, value: count })),
    },
    {
      name: "inkwright_jobs_open_oldest_seconds",
      help: "Age of the oldest of them.",
      samples: open.map(({ kind, status, oldest }) => ({
        labels: { kind, status },
        value: oldest,
      })),
    },
    {
      name: "inkwright_jobs_ended",
      help: "Jobs that ended within the last hour: completed, or by the code of their error.",
      samples: ended.map(({ kind, outcome, count }) => ({
        labels: { kind, outcome },
        value: count,
      })),
    },
    {
      name: "inkwright_job_queue_seconds",
      help: "From the request to the first attempt, of jobs that ended within the last hour.",
      samples: times.flatMap(({ kind, queued }) => byQuantile({ kind }, queued)),
    },
    {
      name: "inkwright_job_work_seconds",
      help: "From the first attempt to the end, of the same jobs.",
      samples: times.flatMap(({ kind, worked }) => byQuantile({ kind }, worked)),
    },
    {
      name: "inkwright_provider_calls",
      help: "Calls that providers have taken within the last hour.",
      samples: calls.map((call) => ({ labels: labelsOfCall(call), value: call.count })),
    },
    {
      name: "inkwright_provider_calls_unpriced",
      help: "Of these, calls whose price is not known (PRICES).",
      samples: calls.map((call) => ({ labels: labelsOfCall(call), value: call.unpriced })),
    },
    {
      name: "inkwright_provider_call_seconds",
      help: "How long they took.",
      samples: calls.flatMap((call) => byQuantile(labelsOfCall(call), call.seconds)),
    },
    {
      name: "inkwright_provider_cost_dollars",
      help: "What they cost, where the price is known.",
      samples: calls.map((call) => ({ labels: labelsOfCall(call), value: call.dollars })),
    },
    {
      name: "inkwright_provider_cost_today_dollars",
      help: "What all calls since midnight (UTC) cost; DAILY_BUDGET is held against it.",
      samples: [{ value: today.micros / 1e6 }],
    },
    {
      name: "inkwright_outbox_events_waiting",
      help: "Events that the engine has not taken yet.",
      samples: [{ value: outbox?.count ?? 0 }],
    },
    {
      name: "inkwright_outbox_oldest_seconds",
      help: "Age of the oldest of them.",
      samples: [{ value: outbox?.oldest ?? 0 }],
    },
    {
      name: "inkwright_engine_working",
      help: "0 where the last call of the engine behind a port failed.",
      samples: engines.map(({ port, engine, lastSuccessAt, lastErrorAt }) => ({
        labels: { port, engine },
        value: (lastErrorAt?.getTime() ?? 0) > (lastSuccessAt?.getTime() ?? 0) ? 0 : 1,
      })),
    },
    ...processMetrics(),
  ];
}

/** With Prometheus's standard names. */
const processMetrics = (): Metric[] => [
  {
    name: "inkwright_pictures_signed",
    help: "Content credentials of the process that answered: pictures signed, and those that went without (failed).",
    samples: [
      { labels: { outcome: "signed" }, value: signatures.signed },
      { labels: { outcome: "failed" }, value: signatures.unsigned },
    ],
  },
  {
    name: "process_resident_memory_bytes",
    help: "Memory of the process that answered.",
    samples: [{ value: process.memoryUsage.rss() }],
  },
  {
    name: "process_uptime_seconds",
    help: "How long it has been running.",
    samples: [{ value: process.uptime() }],
  },
];
