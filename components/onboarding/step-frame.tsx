"use client";
import { ArrowLeft } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";

interface StepFrameProps {
  title: string;
  /** The question of this step, as a sentence. */
  lead: ReactNode;
  /** Id of the 'Step 2 of 4' above. */
  progressId: string;
  /** Focuses the heading, because the author came from another step. */
  takesFocus: boolean;
  onBack?: (() => void) | undefined;
  onNext: () => void;
  /** The button to the next step. */
  next: ReactNode;
  children: ReactNode;
}

/** One question per screen: heading, answer, and actions at the foot. */
export function StepFrame({
  title,
  lead,
  progressId,
  takesFocus,
  onBack,
  onNext,
  next,
  children,
}: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  function submit(event: FormEvent) {
    event.preventDefault();
    onNext();
  }

  return (
    <form className="flex flex-col gap-4 sm:gap-6" onSubmit={submit} noValidate aria-label={title}>
      <header className="flex flex-col gap-2">
        <h1
          ref={heading}
          tabIndex={-1}
          aria-describedby={progressId}
          className="display text-2xl sm:text-3xl md:text-4xl"
        >
          {title}
        </h1>
        <p className="max-w-measure text-lg text-ink-soft">{lead}</p>
      </header>
      {children}
      <footer className="wizard-actions">
        {onBack && (
          <Button variant="ghost" size="lg" onClick={onBack}>
            <ArrowLeft aria-hidden="true" /> Back
          </Button>
        )}
        <span className="flex-1" />
        {next}
      </footer>
    </form>
  );
}
