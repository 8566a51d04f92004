"use client";
/**
 * A destructive action with an inline confirmation.
 *
 *   <InlineConfirm label="Delete Story" question="Delete this story for good?"
 *                  confirmLabel="Delete" onConfirm={async () => { await remove(); }} />
 *
 * The question replaces the button, and the focus moves to 'No, Keep It', whose name differs from
 * the Cancel of the surrounding dialog; Escape and Back do the same. Both buttons wait while the
 * promise of `onConfirm` is pending. The question stays if the promise rejects.
 */
import { Trash2 } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button";
import { useCloseOnBack } from "./hooks/use-close-on-back";
import { reveal } from "./reveal";

interface InlineConfirmProps {
  label: ReactNode;
  question: ReactNode;
  confirmLabel: string;
  onConfirm: () => Promise<void> | void;
  disabled?: boolean;
  size?: "sm" | "md";
  icon?: ReactNode;
  /** Opens with the confirmation, for a button elsewhere. */
  defaultOpen?: boolean;
  /** Ref of 'No, Keep It', to focus it in a dialog that opens with the confirmation. */
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
  const wasAsking = useRef(false);
  const start = useRef<HTMLButtonElement>(null);
  const ownCancel = useRef<HTMLButtonElement>(null);
  const cancel = cancelRef ?? ownCancel;
  const questionId = useId();

  useEffect(() => {
    if (asking) {
      cancel.current?.focus({ preventScroll: true });
      reveal(cancel.current?.closest("[role='alertdialog']"));
    } else if (wasAsking.current) start.current?.focus();
    wasAsking.current = asking;
  }, [asking, cancel]);

  useCloseOnBack(asking, () => !working && setAsking(false));

  async function confirm() {
    if (working) return;
    setWorking(true);
    try {
      await onConfirm();
      setAsking(false);
    } catch {
      // The caller has shown the error; the confirmation stays for a retry.
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
      className="notice border-red animate-rise flex-wrap items-center justify-between"
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
