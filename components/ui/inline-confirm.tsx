"use client";
/**
 * A dangerous deed that asks once, in place, before it is done.
 *
 *   <InlineConfirm label="Delete Story" question="Delete this story for good?"
 *                  confirmLabel="Delete" onConfirm={async () => { await remove(); }} />
 *
 * The question takes the button's place and the focus goes to 'No, Keep It', which is no second Cancel
 * beside that of the sheet around it; Escape and Back do the same; while the
 * promise of `onConfirm` runs both buttons wait. It stays open when the promise is rejected.
 */
import { Trash2 } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button";
import { useCloseOnBack } from "./hooks/use-close-on-back";

interface InlineConfirmProps {
  label: ReactNode;
  question: ReactNode;
  confirmLabel: string;
  onConfirm: () => Promise<void> | void;
  disabled?: boolean;
  size?: "sm" | "md";
  icon?: ReactNode;
  /** Asks already, as it was pressed elsewhere. */
  defaultOpen?: boolean;
  /** Of 'No, Keep It', for the focus of a dialog that asks as it opens. */
  cancelRef?: RefObject<HTMLButtonElement | null>;
}

export function InlineConfirm({
  label,
  question,
  confirmLabel,
  onConfirm,
  disabled,
  size,
  icon = <Trash2 aria-hidden="true" />,
  defaultOpen = false,
  cancelRef,
}: InlineConfirmProps) {
  const [asking, setAsking] = useState(defaultOpen);
  const [working, setWorking] = useState(false);
  const asked = useRef(false);
  const start = useRef<HTMLButtonElement>(null);
  const ownCancel = useRef<HTMLButtonElement>(null);
  const cancel = cancelRef ?? ownCancel;
  const questionId = useId();

  useEffect(() => {
    if (asking) cancel.current?.focus();
    else if (asked.current) start.current?.focus();
    asked.current = asking;
  }, [asking, cancel]);

  useCloseOnBack(asking, () => !working && setAsking(false));

  async function confirm() {
    if (working) return;
    setWorking(true);
    try {
      await onConfirm();
      setAsking(false);
    } catch {
      // The caller has said what went wrong; the question stays, so that it can be tried again.
    } finally {
      setWorking(false);
    }
  }

  if (!asking) {
    return (
      <Button
        variant="danger"
        size={size}
        ref={start}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        {icon}
        {label}
      </Button>
    );
  }
  return (
    <div
      role="alertdialog"
      aria-labelledby={questionId}
      className="notice notice-error animate-rise flex-wrap items-center justify-between"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || working) return;
        event.stopPropagation();
        setAsking(false);
      }}
    >
      <p id={questionId} className="min-w-48 flex-1 wrap-anywhere">
        {question}
      </p>
      <div className="flex gap-2">
        <Button size="sm" ref={cancel} disabled={working} onClick={() => setAsking(false)}>
          No, Keep It
        </Button>
        <Button size="sm" variant="danger" loading={working} onClick={confirm}>
          {confirmLabel}
        </Button>
      </div>
    </div>
  );
}
