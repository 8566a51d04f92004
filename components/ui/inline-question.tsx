"use client";
/**
 * A question in the place of the button that asked it. The focus goes to its safest answer; Escape
 * and Back cancel it.
 *
 *   const { isAsking, setIsAsking, button } = useInlineQuestion();
 *   isAsking ? (
 *     <InlineQuestion tone="warning" question="Keep them?" safest={keep} onCancel={() => setIsAsking(false)}>
 *       <Button ref={keep} …/>
 *     </InlineQuestion>
 *   ) : <Button ref={button} onClick={() => setIsAsking(true)} />
 */
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { FieldError } from "./forms/field-error";
import { useCloseOnBack } from "./hooks/use-close-on-back";
import { reveal } from "./reveal";
import { cx } from "./utils/cx";

/** The state of a question; the button that asked it gets the focus back afterwards. */
export function useInlineQuestion(isAskingAtFirst = false) {
  const [isAsking, setIsAsking] = useState(isAskingAtFirst);
  const button = useRef<HTMLButtonElement>(null);
  const hasAsked = useRef(false);
  useLayoutEffect(() => {
    if (hasAsked.current && !isAsking) button.current?.focus();
    hasAsked.current = isAsking;
  }, [isAsking]);
  return { isAsking, setIsAsking, button };
}

const borders = { danger: "border-red", warning: "border-amber" } as const;

interface InlineQuestionProps {
  tone: keyof typeof borders;
  question: ReactNode;
  /** Ref of the answer that changes least. */
  safest: RefObject<HTMLButtonElement | null>;
  onCancel: () => void;
  /** Why an answer could not be carried out. */
  error?: string | null;
  className?: string;
  /** The answers. */
  children: ReactNode;
}

export function InlineQuestion({
  tone,
  question,
  safest,
  onCancel,
  error,
  className,
  children,
}: InlineQuestionProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useCloseOnBack(true, onCancel);
  useEffect(() => {
    safest.current?.focus({ preventScroll: true });
    reveal(box.current);
  }, [safest]);
  return (
    <div
      ref={box}
      role="alertdialog"
      aria-labelledby={id}
      className={cx(
        "notice animate-rise flex-wrap items-center justify-between",
        borders[tone],
        className,
      )}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onCancel();
      }}
    >
      {error && <FieldError className="basis-full">{error}</FieldError>}
      <p id={id} className="min-w-48 flex-1 wrap-anywhere">
        {question}
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
