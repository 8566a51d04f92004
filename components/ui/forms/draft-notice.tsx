"use client";
/**
 * Notices of a form with a draft (use-form-draft.ts): that unsaved changes were restored, and which
 * fields another tab or device has saved with another value. Belongs at the top of the form.
 *
 *   <DraftNotice draft={draft} labels={{ title: "Title", tags: "Tags" }} />
 *
 * Skips fields without a label.
 */
import { Button } from "../button";
import { Notice } from "../notice";
import { skipInitialFocusProps } from "../utils/first-focusable";
import type { Conflict, FormDraft } from "./use-form-draft";

interface DraftNoticeProps {
  draft: FormDraft;
  labels: Record<string, string>;
  /** Formats a saved value that is no plain text. */
  formatValue?: (conflict: Conflict) => string;
}

const formatPlainValue = ({ saved }: Conflict) =>
  Array.isArray(saved) ? saved.join(", ") : String(saved);

export function DraftNotice({ draft, labels, formatValue = formatPlainValue }: DraftNoticeProps) {
  const conflicts = draft.conflicts.filter(({ name }) => labels[name] !== undefined);

  if (!draft.isRestored && conflicts.length === 0) return null;
  return (
    <div ref={draft.noticeRef} tabIndex={-1} className="grid gap-3" {...skipInitialFocusProps}>
      {draft.isRestored && (
        <Notice
          action={
            <Button size="sm" onClick={draft.discard}>
              Discard
            </Button>
          }
        >
          Your unsaved changes are back.
        </Notice>
      )}
      {conflicts.map((conflict) => (
        <Notice
          key={conflict.name}
          tone="warning"
          title={`${labels[conflict.name]} was changed elsewhere in the meantime`}
        >
          <p className="line-clamp-3 wrap-anywhere">
            Saved now: {formatValue(conflict) || "nothing"}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onClick={() => draft.resolve(conflict.name, "mine")}>
              Keep mine
            </Button>
            <Button size="sm" onClick={() => draft.resolve(conflict.name, "saved")}>
              Use the saved one
            </Button>
          </div>
        </Notice>
      ))}
    </div>
  );
}
