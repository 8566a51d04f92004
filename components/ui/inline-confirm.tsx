"use client";
/**
 * A destructive action with an inline confirmation.
 *
 *   <InlineConfirm label="Delete Story" question="Delete this story for good?"
 *                  confirmLabel="Delete" onConfirm={async () => { await remove(); }} />
 *
 * The question replaces the button, and the focus moves to 'No, Keep It', whose name differs from
 * the Cancel of the surrounding dialog. Both buttons wait while the promise of `onConfirm` is
 * pending. If it rejects, the question stays and says why.
 */
import { Trash2 } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { messageOf, messageWithFallback } from "@/lib/platform/http/api-error";
import { Button } from "./button";
import { useDedupedMutation } from "./hooks/use-deduped-mutation";
import { InlineQuestion, useInlineQuestion } from "./inline-question";
import { passFocus } from "./pass-focus";
import { playSound } from "./sound";

interface InlineConfirmProps {
  label: ReactNode;
  question: ReactNode;
  confirmLabel: string;
  onConfirm: () => Promise<void> | void;
  /** Text of an error without a message. */
  failure?: string;
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
  failure,
  disabled,
  size,
  icon = <Trash2 aria-hidden="true" />,
  defaultOpen = false,
  cancelRef,
}: InlineConfirmProps) {
  const { isAsking, setIsAsking, button } = useInlineQuestion(defaultOpen);
  const ownCancel = useRef<HTMLButtonElement>(null);
  const cancel = cancelRef ?? ownCancel;
  const { mutate, reset, error, isPending } = useDedupedMutation({
    mutationFn: async () => onConfirm(),
    meta: { handlesError: "while-mounted" },
    onSuccess: () => setIsAsking(false),
    onError: () => playSound("error"),
  });

  function stop() {
    if (isPending) return;
    setIsAsking(false);
    reset();
  }

  if (!isAsking) {
    return (
      <Button
        variant="danger"
        size={size}
        ref={button}
        disabled={disabled}
        onClick={() => setIsAsking(true)}
      >
        {icon}
        {label}
      </Button>
    );
  }
  return (
    <InlineQuestion
      tone="danger"
      question={question}
      safest={cancel}
      error={error && (failure ? messageWithFallback(error, failure) : messageOf(error))}
      onCancel={stop}
    >
      <Button size="sm" ref={cancel} disabled={isPending} onClick={stop}>
        No, Keep It
      </Button>
      <Button
        // What is deleted may be around it.
        ref={passFocus}
        size="sm"
        variant="danger"
        loading={isPending}
        onClick={() => mutate()}
      >
        {confirmLabel}
      </Button>
    </InlineQuestion>
  );
}
