"use client";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { passFocus } from "@/components/ui/pass-focus";
import { toast } from "@/components/ui/toast";
import { formatLongDate } from "@/components/ui/utils/format-date";
import { sendObjection } from "@/lib/reports/client";
import { actionTexts, consequences } from "@/lib/reports/labels";
import { type Decision, maxLength } from "@/lib/reports/schema";
import { FreeTextForm } from "./free-text-form";

/** A decision about the viewer's own work and its reason, with one chance to object. */
export function DecisionNotice({ decision, named }: { decision: Decision; named: boolean }) {
  const { kind, action, storyId, storyTitle, reason, objection } = decision;
  return (
    <article tabIndex={-1} className="grid gap-3 rounded-card border-2 border-ink bg-sheet p-5">
      <header>
        <h3 className="font-bold text-lg">{actionTexts[kind][action]}</h3>
        {named && kind === "story" && (
          <p className="wrap-anywhere">
            {storyId ? (
              <a href={`/story/${storyId}`} className="link">
                {storyTitle}
              </a>
            ) : (
              "A story that is deleted"
            )}
          </p>
        )}
        <p className="text-sm text-ink-soft">
          {formatLongDate(decision.createdAt)}.{" "}
          {decision.isOver ? "It no longer applies." : consequences[`${kind} ${action}`]}
        </p>
      </header>
      <p className="whitespace-pre-line wrap-anywhere">
        <b>Reason: </b>
        {reason}
      </p>
      {objection && (
        <p className="whitespace-pre-line wrap-anywhere">
          <b>You objected: </b>
          {objection}
        </p>
      )}
      {decision.mayObject && <Objection decisionId={decision._id} />}
    </article>
  );
}

function Objection({ decisionId }: { decisionId: string }) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const objection = useDedupedMutation({
    mutationFn: (words: string) => sendObjection(decisionId, words),
    meta: { handlesError: true },
  });
  if (!isOpen) {
    return (
      <Button ref={passFocus} size="sm" onClick={() => setIsOpen(true)}>
        Object
      </Button>
    );
  }
  return (
    <div ref={box}>
      <FreeTextForm
        name={`objection:${decisionId}`}
        label="Why is the decision wrong?"
        hint="You can object once. We review the decision and answer here."
        maxLength={maxLength.objection}
        requiredMessage="Please say why the decision is wrong"
      >
        {(send) => (
          <>
            <Button
              variant="primary"
              loading={objection.isPending}
              onClick={() =>
                send(async (words) => {
                  await objection.mutateAsync(words);
                  toast.success("Your objection is sent.");
                  box.current?.closest<HTMLElement>("article")?.focus();
                  router.refresh();
                })
              }
            >
              Send Objection
            </Button>
            <Button ref={passFocus} onClick={() => setIsOpen(false)} disabled={objection.isPending}>
              Not now
            </Button>
          </>
        )}
      </FreeTextForm>
    </div>
  );
}
