"use client";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { useIsMounted } from "@/components/ui/hooks/use-is-mounted";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { ApiError, messageOf } from "@/lib/platform/http/api-error";
import { tryEngine } from "@/lib/setup/client";
import type { Trial, TrialName, TrialResult } from "@/lib/setup/schema";

const names: Record<TrialName, string> = {
  picture: "A picture",
  edit: "A changed picture",
  mask: "A change within a mask",
  reference: "A picture with a reference",
  script: "A script",
};

const outcomes: Record<
  TrialResult["outcome"],
  { tone: "green" | "red" | "neutral"; text: string }
> = {
  works: { tone: "green", text: "Works" },
  fails: { tone: "red", text: "Fails" },
  unable: { tone: "neutral", text: "Not offered" },
};

/** Errors that every further trial would meet as well. */
const refusals: ReadonlySet<string> = new Set(["budget_exceeded", "conflict", "rate_limited"]);

/**
 * Tries every configured engine with one press, one trial after the other, each bounded in time.
 */
export function EngineTrials({ trials }: { trials: Trial[] }) {
  const [results, setResults] = useState<TrialResult[]>([]);
  const isMounted = useIsMounted();
  const summaryOf = (done: TrialResult[]) => {
    const failures = done.filter(({ outcome }) => outcome === "fails").length;
    return failures === 0
      ? "Everything that the engines offer works."
      : `${failures} of ${trials.length} failed.`;
  };
  const run = useDedupedMutation({
    mutationFn: async () => {
      const done: TrialResult[] = [];
      setResults(done);
      for (const trial of trials) {
        const failed = (error: unknown): TrialResult => {
          if (error instanceof ApiError && refusals.has(error.code)) throw error;
          return { outcome: "fails", seconds: 0, detail: messageOf(error) };
        };
        done.push(await tryEngine(trial).catch(failed));
        setResults([...done]);
      }
      return done;
    },
    meta: { handlesError: "while-mounted" },
    onSuccess: (done) => isMounted.current || toast.info(`Engines tried: ${summaryOf(done)}`),
  });
  const current = run.isPending ? trials[results.length] : undefined;
  const summary = current
    ? `${current.engine}: ${names[current.trial].toLowerCase()} (${results.length + 1} of ${trials.length})`
    : summaryOf(results);
  return (
    <section aria-labelledby="trials" className="grid gap-5">
      <h2 id="trials" className="display text-2xl">
        Try the engines
      </h2>
      <p className="max-w-measure text-ink-soft">
        Makes each engine draw four small pictures, or write a short script, and says what works and
        how long it took. Services that cost money charge for it.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <Button loading={run.isPending} onClick={() => run.mutate()}>
          <FlaskConical aria-hidden="true" /> Try them now
        </Button>
        <p role="status">{(current || run.isSuccess) && summary}</p>
      </div>
      {run.error && <Notice tone="error">{messageOf(run.error)}</Notice>}
      {results.length > 0 && (
        <ul className="grid gap-px overflow-clip rounded-card border-2 border-ink bg-ink">
          {results.map(({ outcome, seconds, detail }, at) => {
            const { engine, trial } = trials[at] as Trial;
            return (
              <li
                key={engine + trial}
                className="flex flex-wrap gap-x-4 gap-y-1 bg-sheet px-5 py-3"
              >
                <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].text}</Badge>
                <span className="font-bold">
                  {engine}: {names[trial].toLowerCase()}
                </span>
                {seconds > 0 && <span className="text-ink-soft tabular-nums">{seconds} s</span>}
                {detail && <span className="basis-full text-sm wrap-anywhere">{detail}</span>}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
