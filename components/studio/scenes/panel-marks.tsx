import type { Panel } from "@/lib/scenes/schema";
import { StaleMark } from "../stale/stale-mark";
import { useStaleReasons } from "../stale/use-stale-panels";
import { MissingMark } from "./missing-mark";

interface PanelMarksProps {
  storyId: string;
  panel: Panel;
  onDrawAgain: () => void;
  onRepair: () => void;
  onEditMedia: () => void;
}

/** On a finished picture: that it is out of date, and what it lacks. */
export function PanelMarks({
  storyId,
  panel,
  onDrawAgain,
  onRepair,
  onEditMedia,
}: PanelMarksProps) {
  const reasons = useStaleReasons(storyId, panel._id);
  return (
    <div className="pointer-events-none absolute top-1.5 right-1.5 left-1.5 z-3 flex flex-wrap items-start gap-1.5 *:pointer-events-auto">
      {reasons && <StaleMark {...{ storyId, reasons, onDrawAgain, onEditMedia }} />}
      {panel.hasImage && panel.misses && (
        <MissingMark {...{ storyId, misses: panel.misses, onRepair }} />
      )}
    </div>
  );
}
