import { Wand2 } from "lucide-react";
import { CostHint } from "@/components/spending/story-costs";
import { Button } from "@/components/ui/button";
import { addAmounts } from "@/lib/spending/money";

export const markClasses =
  "w-fit cursor-pointer rounded-control border-2 border-ink bg-sheet px-2 py-0.5 font-bold text-sm pointer-coarse:py-2";

interface MissingMarkProps {
  storyId: string;
  misses: string[];
  onRepair: () => void;
}

/** A quiet mark on a picture that lacks something, which opens to what it is. */
export function MissingMark({ storyId, misses, onRepair }: MissingMarkProps) {
  return (
    <details className="max-w-full text-left text-sm [&[open]]:bg-sheet [&[open]]:shadow-raised">
      <summary className={markClasses}>
        {misses.length === 1 ? "1 thing is missing" : `${misses.length} things are missing`}
      </summary>
      <div className="grid gap-2 border-2 border-t-0 border-ink p-3 wrap-anywhere">
        <ul className="grid gap-1">
          {misses.map((miss) => (
            <li key={miss}>{miss}.</li>
          ))}
        </ul>
        <Button size="sm" className="justify-self-start" onClick={onRepair}>
          <Wand2 aria-hidden="true" /> Repair this
        </Button>
        <CostHint
          storyId={storyId}
          of={({ picture, check }) => addAmounts(picture, ...(check ? [check] : []))}
        />
      </div>
    </details>
  );
}
