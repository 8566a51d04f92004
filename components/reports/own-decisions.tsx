import { formatLongDate } from "@/components/ui/utils/format-date";
import type { Decision } from "@/lib/reports/schema";
import type { OwnReport } from "@/lib/reports/view-models";
import { DecisionNotice } from "./decision-notice";

/** On the dashboard: decisions on the viewer's own work, and the viewer's reports. */
export function OwnDecisions({
  decisions,
  reports,
}: {
  decisions: Decision[];
  reports: OwnReport[];
}) {
  return (
    <>
      {decisions.length > 0 && (
        <section aria-labelledby="decisions" className="grid gap-5">
          <h2 id="decisions" className="display text-2xl">
            Decisions about your work
          </h2>
          {decisions.map((decision) => (
            <DecisionNotice key={decision._id} decision={decision} named />
          ))}
        </section>
      )}
      {reports.length > 0 && (
        <section aria-labelledby="own-reports" className="grid gap-3">
          <h2 id="own-reports" className="display text-2xl">
            Your reports
          </h2>
          <ul className="grid gap-2">
            {reports.map(({ number, token, createdAt, isDecided }) => (
              <li key={number}>
                <a href={`/report/${token}`} className="link">
                  Report {number}
                </a>{" "}
                <span className="text-ink-soft">
                  {formatLongDate(createdAt)}, {isDecided ? "decided" : "waiting for a decision"}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
