import pg from "pg";

/** A call of the product's, and what it may cost. */
export interface Call {
  name: string;
  /** How many statements it sends. */
  statements: number;
  /** p99 at N beside p99 at a thousand stories. */
  ratio?: number;
  /** Buffers of the dearest statement. */
  buffers?: number;
  /** Rows that the dearest statement reads; null where it is no page (a file, a download). */
  rows?: number | null;
  /** Each does it with other arguments. */
  variants: (() => Promise<unknown>)[];
}

interface Statement {
  text: string;
  values: unknown[];
}

/** The database cost of a call's most expensive variant. */
export interface Figures {
  p50: number;
  p99: number;
  buffers: number;
  rows: number;
  statements: number[];
}

interface Plan {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
}

const isBracket = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|DEALLOCATE)/i;

/** The statements that the work sends to the database, with their parameters. */
export async function capture(work: () => Promise<unknown>): Promise<Statement[]> {
  const original = pg.Client.prototype.query;
  const sent: Statement[] = [];
  function noting(this: pg.Client, ...args: unknown[]) {
    const [first, second] = args;
    const { text = "", values = [] } =
      typeof first === "string"
        ? { text: first, values: Array.isArray(second) ? second : [] }
        : (first as Partial<Statement>);
    if (!isBracket.test(text)) sent.push({ text, values });
    return Reflect.apply(original, this, args);
  }
  pg.Client.prototype.query = noting as unknown as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return sent;
}

/** Rows that the leaves of a plan have looked at, those among them that were of no use. */
function rowsRead(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
  const readsTable =
    /Scan$/.test(plan["Node Type"]) &&
    !/Bitmap Index|CTE|Subquery|Values|Function|WorkTable/.test(plan["Node Type"]);
  if (!readsTable) return below;
  const each =
    plan["Actual Rows"] +
    (plan["Rows Removed by Filter"] ?? 0) +
    (plan["Rows Removed by Index Recheck"] ?? 0);
  return below + Math.round(each * plan["Actual Loops"]);
}

async function explain(client: pg.Client, { text, values }: Statement) {
  const { rows } = await client.query({
    text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
    values,
  });
  const [report] = rows[0]["QUERY PLAN"] as [
    { Plan: Plan; "Planning Time": number; "Execution Time": number },
  ];
  return {
    ms: report["Planning Time"] + report["Execution Time"],
    buffers: report.Plan["Shared Hit Blocks"] + report.Plan["Shared Read Blocks"],
    rows: rowsRead(report.Plan),
  };
}

export const percentile = (values: number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/**
 * Times in the database, planning among it. Others use the machine too, so the quickest of a few rounds
 * stands for each variant; what a variant needs more than others is seen all the same.
 */
export async function measure(
  client: pg.Client,
  { variants }: Call,
  rounds: number,
): Promise<Figures> {
  const times: number[] = [];
  const found: Figures = { p50: 0, p99: 0, buffers: 0, rows: 0, statements: [] };
  for (const variant of variants) {
    const statements = await capture(variant);
    found.statements.push(statements.length);
    let best = 0;
    for (const statement of statements) {
      // The first one only warms the caches.
      const plans = [await explain(client, statement)];
      for (let round = 0; round < rounds; round += 1) plans.push(await explain(client, statement));
      best += Math.min(...plans.slice(1).map(({ ms }) => ms));
      found.buffers = Math.max(found.buffers, plans.at(-1)?.buffers ?? 0);
      found.rows = Math.max(found.rows, plans.at(-1)?.rows ?? 0);
    }
    times.push(best);
  }
  return { ...found, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
