import { formatSpent } from "@/lib/spending/money";
import type { Spent } from "@/lib/spending/schema";

/** On the dashboard: the viewer's AI costs since the first of the month. */
export function MonthSpending({ spent }: { spent: Spent }) {
  return (
    <section aria-labelledby="spending">
      <h2 id="spending" className="display mb-3 text-2xl">
        AI spending
      </h2>
      <p>
        This month: <strong>{formatSpent(spent)}</strong>
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        Months begin at midnight UTC.{" "}
        <a href="/api/spending" download className="link">
          Download the details
        </a>
      </p>
    </section>
  );
}
