"use client";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { sendDecision } from "@/lib/reports/client";
import { actionTexts } from "@/lib/reports/labels";
import { type DecisionAction, maxLength } from "@/lib/reports/schema";
import type { SubjectState } from "@/lib/reports/view-models";
import { FreeTextForm } from "./free-text-form";

interface DecisionFormProps {
  subject: Pick<SubjectState, "kind" | "id" | "name" | "isHidden" | "isMarked">;
  /** What waits for the decision; null if nothing does. */
  open: "reports" | "objection" | null;
}

/** The decisions that are possible, with the labels of their buttons. */
function choices({ subject, open }: DecisionFormProps) {
  const { kind, isHidden, isMarked } = subject;
  const labels = new Map<DecisionAction, string>();
  if (!isHidden) labels.set("hide", "Hide");
  if (kind === "story" && (isHidden || !isMarked))
    labels.set("mature", isHidden ? "Show, Marked as Mature" : "Mark as Mature");
  if (isHidden || isMarked) labels.set("restore", "Restore");
  if (open) labels.set("dismiss", open === "objection" ? "Keep It as It Is" : "Dismiss");
  return [...labels];
}

/** A field for the reason, and a button for each possible decision. */
export function DecisionForm({ subject, open }: DecisionFormProps) {
  const router = useRouter();
  const decision = useDedupedMutation({ mutationFn: sendDecision, meta: { handlesError: true } });
  const { kind, id } = subject;
  return (
    <FreeTextForm
      name={`decision:${kind}:${id}`}
      label={`Reason for the decision on ${subject.name}`}
      hint="Shown to the author and to those who reported it."
      maxLength={maxLength.reason}
      requiredMessage="Please give the reason in words"
    >
      {(send) =>
        choices({ subject, open }).map(([action, label]) => (
          <Button
            key={action}
            variant={action === "hide" ? "danger" : "secondary"}
            loading={decision.isPending && decision.variables?.action === action}
            disabled={decision.isPending && decision.variables?.action !== action}
            onClick={() =>
              send(async (reason) => {
                await decision.mutateAsync({ kind, id, action, reason });
                toast.success(`${actionTexts[kind][action]}.`);
                // The pressed button unmounts after the decision: focus the queue (moderation-queue.tsx).
                document.getElementById("queue")?.focus();
                router.refresh();
              })
            }
          >
            {label}
          </Button>
        ))
      }
    </FreeTextForm>
  );
}
