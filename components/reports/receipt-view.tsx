import { Notice } from "@/components/ui/notice";
import { formatLongDate } from "@/components/ui/utils/format-date";
import { actionTexts, reasonTexts } from "@/lib/reports/labels";
import type { Receipt } from "@/lib/reports/view-models";
import { SingleCardPage } from "./single-card-page";

const dateOf = (date: Date) => formatLongDate(date.toISOString());

function subjectOf({ kind, name, isDeleted, sceneNumber }: Receipt): string {
  if (name === null) {
    return isDeleted ? "Deleted content" : "Content that is no longer public";
  }
  if (kind === "author") return `@${name}`;
  return sceneNumber === null ? `“${name}”` : `“${name}”, scene ${sceneNumber}`;
}

/** A report and its decision, for people who know the secret address. */
export function ReceiptView({ receipt }: { receipt: Receipt }) {
  const { number, createdAt, reason, words, decision } = receipt;
  return (
    <SingleCardPage title={`Report ${number}`} intro={`Sent on ${dateOf(createdAt)}.`}>
      {decision ? (
        <Notice tone="success" title={`${actionTexts[decision.kind][decision.action]}.`}>
          <p className="whitespace-pre-line wrap-anywhere">{decision.reason}</p>
          <p className="mt-1 text-sm text-ink-soft">Decided on {dateOf(decision.createdAt)}.</p>
        </Notice>
      ) : receipt.isDeleted ? (
        <Notice>The content was removed before a decision was made.</Notice>
      ) : (
        <Notice>It is waiting for a decision, which will be shown here.</Notice>
      )}
      <dl className="grid gap-3 [&_dt]:text-sm [&_dt]:text-ink-soft">
        <div>
          <dt>About</dt>
          <dd className="font-bold wrap-anywhere">{subjectOf(receipt)}</dd>
        </div>
        <div>
          <dt>Reason</dt>
          <dd>{reasonTexts[reason]}</dd>
        </div>
        <div>
          <dt>Details</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{words}</dd>
        </div>
      </dl>
    </SingleCardPage>
  );
}
