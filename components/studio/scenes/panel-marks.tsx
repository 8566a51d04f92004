import type { Panel } from "@/lib/scenes/schema";
import { StaleMark } from "../stale/stale-mark";
import { useStaleReasons } from "../stale/use-stale-panels";
import { MissingMark, markClasses } from "./missing-mark";

interface PanelMarksProps {
  storyId: string;
  panel: Panel;
  onDrawAgain: () => void;
  onRepair: () => void;
  onEditMedia: () => void;
}

/**
 * On a finished picture: that it is out of date, what it lacks, or that its check has failed, which
 * Edit Media explains. At its foot, where bubbles are
 * rare; on a phone beside the tools below it.
 */
export function PanelMarks({
  storyId,
  panel,
  onDrawAgain,
  onRepair,
  onEditMedia,
}: PanelMarksProps) {
  const reasons = useStaleReasons(storyId, panel._id);
  return (
    <div className="pointer-events-none absolute bottom-0 left-0 z-3 flex max-w-[calc(100%-0.75rem)] flex-wrap items-end gap-1.5 *:pointer-events-auto desk:bottom-1.5 desk:left-1.5">
      {reasons && <StaleMark {...{ storyId, reasons, onDrawAgain, onEditMedia }} />}
      {panel.hasImage && panel.misses && (
        <MissingMark {...{ storyId, misses: panel.misses, onRepair }} />
      )}
      {panel.hasImage && panel.isUnchecked && (
        <button type="button" className={markClasses} onClick={onEditMedia}>
          Not checked
        </button>
      )}
    </div>
  );
}
