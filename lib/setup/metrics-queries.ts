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

const quantiles = [0.5, 0.95, 1];
const quantilesSql = Prisma.sql`ARRAY[0.5, 0.95, 1]::float8[]`;

/** Texts are labels; numbers are values, and lists of numbers values of the quantiles. */
type Row = Record<string, string | number | number[] | null>;

interface Group {
  rows: Prisma.Sql;
  /** Name, column and explanation of each metric that the rows contain. */
  metrics: [name: string, column: string, help: string][];
}

const groups: Group[] = [
  {
    rows: Prisma.sql`
      SELECT kind::text, status::text, count(*)::int,
        extract(epoch FROM now() - min(created_at))::float8 AS oldest
      FROM job WHERE status IN ('queued', 'processing') GROUP BY 1, 2 ORDER BY 1, 2`,
    metrics: [
      ["jobs_open", "count", "Jobs that wait (queued) or are worked on (processing) now."],
      ["jobs_open_oldest_seconds", "oldest", "Age of the oldest of them."],
    ],
  },
  {
    rows: Prisma.sql`
      SELECT kind::text, CASE status WHEN 'failed' THEN coalesce(error_code, 'failed')
        ELSE status::text END AS outcome, count(*)::int
      FROM job WHERE finished_at > ${oneHourAgo} GROUP BY 1, 2 ORDER BY 1, 2`,
    metrics: [
      [
        "jobs_ended",
        "count",
        "Jobs that ended within the last hour: completed, or by the code of their error.",
      ],
    ],
  },
  {
    rows: Prisma.sql`
      SELECT kind::text,
        percentile_cont(${quantilesSql}) WITHIN GROUP
          (ORDER BY extract(epoch FROM started_at - created_at)::float8) AS queued,
        percentile_cont(${quantilesSql}) WITHIN GROUP
          (ORDER BY extract(epoch FROM finished_at - started_at)::float8) AS worked
      FROM job WHERE finished_at > ${oneHourAgo} AND started_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
    metrics: [
      [
        "job_queue_seconds",
        "queued",
        "From the request to the first attempt, of jobs that ended within the last hour.",
      ],
      ["job_work_seconds", "worked", "From the first attempt to the end, of the same jobs."],
    ],
  },
  {
    rows: Prisma.sql`
      SELECT provider, model, kind, outcome, count(*)::int,
        (count(*) FILTER (WHERE cost_micros IS NULL))::int AS unpriced,
        (coalesce(sum(cost_micros), 0) / 1e6)::float8 AS dollars,
        percentile_cont(${quantilesSql}) WITHIN GROUP (ORDER BY duration_ms / 1e3::float8) AS seconds
      FROM provider_call WHERE created_at > ${oneHourAgo} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    metrics: [
      ["provider_calls", "count", "Calls that providers have taken within the last hour."],
      ["provider_calls_unpriced", "unpriced", "Of these, calls whose price is not known (PRICES)."],
      ["provider_call_seconds", "seconds", "How long they took."],
      ["provider_cost_dollars", "dollars", "What they cost, where the price is known."],
    ],
  },
  {
    rows: Prisma.sql`
      SELECT count(*)::int,
        coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
      FROM outbox_event WHERE sent_at IS NULL`,
    metrics: [
      ["outbox_events_waiting", "count", "Events that the engine has not taken yet."],
      ["outbox_oldest_seconds", "oldest", "Age of the oldest of them."],
    ],
  },
  {
    rows: Prisma.sql`
      SELECT port, engine, (last_error_at IS NULL
        OR last_error_at <= coalesce(last_success_at, '-infinity'))::int AS working
      FROM engine_status ORDER BY 1`,
    metrics: [
      ["engine_working", "working", "0 where the last call of the engine behind a port failed."],
    ],
  },
];

function samplesOf(row: Row, column: string): Sample[] {
  const labels = Object.fromEntries(
    Object.entries(row).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const value = row[column];
  if (typeof value === "number") return [{ labels, value }];
  return (Array.isArray(value) ? value : []).map((one, at) => ({
    labels: { ...labels, quantile: String(quantiles[at]) },
    value: one,
  }));
}

/**
 * Operational metrics: jobs by outcome, times in the queue, provider calls with their cost, waiting
 * events, engines. They come from the database, so that every instance reports the same, except for
 * those of the process.
 */
export async function readMetrics(): Promise<Metric[]> {
  const [today, ...tables] = await Promise.all([
    spentSince("day"),
    ...groups.map(({ rows }) => db.$queryRaw<Row[]>(rows)),
  ]);
  return [
    ...groups.flatMap(({ metrics }, at) =>
      metrics.map(([name, column, help]) => ({
        name: `inkwright_${name}`,
        help,
        samples: (tables[at] ?? []).flatMap((row) => samplesOf(row, column)),
      })),
    ),
    {
      name: "inkwright_provider_cost_today_dollars",
      help: "What all calls since midnight (UTC) cost; DAILY_BUDGET is held against it.",
      samples: [{ value: today.micros / 1e6 }],
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
