"use client";
import { Button } from "@/components/ui/button";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { ReadMore } from "@/components/ui/read-more";
import { messageOf } from "@/lib/platform/http/api-error";
import { describeTake } from "./describe-take";
import { MadeWith } from "./made-with";
import { type NumberedTake, useCheckTake, useDeleteTake } from "./use-takes";

const inUseText = (what: string) =>
  `This ${what} is on the panel now. Choose another one before deleting it.`;

interface TakeDetailsProps {
  take: NumberedTake;
  sceneId: string;
  panelNumber: number;
  /** The panel shows it, so it cannot be deleted. */
  isInUse: boolean;
  onDeleted: () => void;
}

/** Result of the picture's check. */
function CheckResult({ model, asked, unknown, misses }: NonNullable<NumberedTake["check"]>) {
  const open = unknown > 0 ? `, ${unknown} of ${asked} questions left open` : "";
  return (
    <div className="mt-1 text-sm wrap-anywhere">
      <p>
        <strong>{misses.length > 0 ? "Misses" : "Checked: nothing is missing"}</strong>
        <span className="text-ink-soft">{` (${model}${open})`}</span>
      </p>
      {misses.length > 0 && (
        <ul className="list-disc pl-5">
          {misses.map(({ text, reason }) => (
            <li key={text}>
              {text}
              {reason && <span className="text-ink-soft">{`: ${reason}`}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Why the picture's check has failed, and a button to repeat it. */
function FailedCheck({
  take,
  sceneId,
  panelNumber,
}: Omit<TakeDetailsProps, "isInUse" | "onDeleted">) {
  const check = useCheckTake(sceneId, panelNumber);
  return (
    <div className="mt-1 grid justify-items-start gap-1.5 text-sm wrap-anywhere">
      <p>
        <strong>Not checked.</strong> {check.error ? messageOf(check.error) : take.checkProblem}
      </p>
      <Button size="sm" loading={check.isPending} onClick={() => check.mutate(take)}>
        Check again
      </Button>
    </div>
  );
}

/** Details of the selected take, and its deletion. */
export function TakeDetails({ take, sceneId, panelNumber, isInUse, onDeleted }: TakeDetailsProps) {
  const remove = useDeleteTake(sceneId, panelNumber);
  const what = take.type === "video" ? "video" : "picture";
  return (
    <section
      aria-label={`Take ${take.number}`}
      className="flex flex-wrap items-start gap-x-3 gap-y-2 border-rule bg-paper px-4 py-2.5 [grid-area:facts] max-[56rem]:border-t-2 min-[56rem]:max-h-[30%] min-[56rem]:overflow-y-auto min-[56rem]:border-b-2"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-sm font-bold">
          Take {take.number} · {describeTake(take)}
        </p>
        {take.prompt && (
          <ReadMore text={take.prompt} limit={70} className="text-sm text-ink-soft wrap-anywhere" />
        )}
        {take.check && <CheckResult {...take.check} />}
        {take.checkProblem && <FailedCheck {...{ take, sceneId, panelNumber }} />}
        {take.madeWith && <MadeWith {...take.madeWith} />}
      </div>
      {isInUse ? (
        <p className="max-w-64 text-sm text-ink-soft">{inUseText(what)}</p>
      ) : (
        <InlineConfirm
          label="Delete take"
          question={`Delete this ${what} for good?`}
          confirmLabel="Delete"
          onConfirm={async () => {
            await remove.mutateAsync(take);
            onDeleted();
          }}
        />
      )}
    </section>
  );
}
