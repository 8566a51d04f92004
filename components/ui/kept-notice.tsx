"use client";
/**
 * What a kept form (use-kept-form.ts) has to tell: that unsaved changes are back, and which fields
 * were meanwhile saved with another value elsewhere. Stands at the top of the form.
 *
 *   <KeptNotice kept={kept} labels={{ title: "Title", tags: "Tags" }} />
 *
 * Fields without a label are not spoken of.
 */
import type { MouseEvent } from "react";
import { Button } from "./button";
import { aside, firstControl } from "./first-control";
import { Notice } from "./notice";
import type { Conflict, KeptForm } from "./use-kept-form";

interface KeptNoticeProps {
  kept: KeptForm;
  labels: Record<string, string>;
  /** How a saved value is shown, where it is no plain text. */
  show?: (conflict: Conflict) => string;
}

const plain = ({ saved }: Conflict) => (Array.isArray(saved) ? saved.join(", ") : String(saved));

export function KeptNotice({ kept, labels, show = plain }: KeptNoticeProps) {
  const conflicts = kept.conflicts.filter(({ name }) => labels[name] !== undefined);

  function discard({ currentTarget, nativeEvent }: MouseEvent<HTMLElement>) {
    const form = currentTarget.closest<HTMLElement>("[data-aside]")?.parentElement;
    kept.forget();
    // The button goes. A finger wants no keyboard jumping up.
    const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
    if (!isTouch) firstControl(form)?.focus();
  }

  if (!kept.restored && conflicts.length === 0) return null;
  return (
    <div ref={kept.notice} tabIndex={-1} className="grid gap-3" {...aside}>
      {kept.restored && (
        <Notice
          action={
            <Button size="sm" onClick={discard}>
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
          <p className="line-clamp-3 wrap-anywhere">Saved now: {show(conflict) || "nothing"}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onClick={() => kept.resolve(conflict.name, "mine")}>
              Keep mine
            </Button>
            <Button size="sm" onClick={() => kept.resolve(conflict.name, "saved")}>
              Use the saved one
            </Button>
          </div>
        </Notice>
      ))}
    </div>
  );
}
