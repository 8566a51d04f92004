"use client";
import { ArrowLeft } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";

/**
 * The actions stay visible: on a phone within reach of the thumb. They cover the shadows and focus
 * rings of the content that scrolls below. 'Back' has no border, so it aligns by its text; half of
 * its padding stays for its focus ring.
 */
const actionsClasses =
  "wizard-actions sticky bottom-0 z-5 -mx-4 -mb-8 flex items-center gap-3 border-t-2 border-ink bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:-mx-2 lg:-mb-14 lg:px-2 lg:pb-3 [&>.btn]:px-4 [&>.btn]:whitespace-nowrap lg:[&>.btn]:px-6 [&>.btn-ghost:first-child]:-ml-[calc(0.625rem+2px)] [&>.btn-ghost:first-child]:pl-2.5";

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
      <footer className={actionsClasses}>
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
