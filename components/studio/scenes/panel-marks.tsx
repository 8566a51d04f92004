import { CircleAlert, CircleHelp, History, Images, RefreshCw, Wand2 } from "lucide-react";
import { CostHint } from "@/components/spending/story-costs";
import { MenuItem } from "@/components/ui/menu";
import type { Panel } from "@/lib/scenes/schema";
import { useStaleReasons } from "../stale/use-stale-panels";
import { PanelMark } from "./panel-mark";

interface PanelMarksProps {
  storyId: string;
  panel: Panel;
  onDrawAgain: () => void;
  onRepair: () => void;
  onEditMedia: () => void;
}

/**
 * Marks on a finished picture: out of date, missing something, or not checked. They overlap its lower
 * edge, since captions are at its foot; on a phone they are beside the tools below it.
 */
export function PanelMarks({
  storyId,
  panel,
  onDrawAgain,
  onRepair,
  onEditMedia,
}: PanelMarksProps) {
  const reasons = useStaleReasons(storyId, panel._id);
  const misses = panel.hasImage ? panel.misses : null;
  const edit = (
    <MenuItem icon={Images} onSelect={onEditMedia}>
      Edit media
    </MenuItem>
  );
  return (
    <div className="pointer-events-none absolute bottom-0 left-0 z-3 flex max-w-[calc(100%-0.75rem)] flex-wrap items-end gap-1.5 *:pointer-events-auto desk:left-1.5 desk:translate-y-1/2">
      {reasons && (
        <PanelMark
          icon={History}
          label="Out of date"
          className="bg-yellow text-on-yellow"
          sentences={reasons}
        >
          <MenuItem icon={RefreshCw} onSelect={onDrawAgain}>
            Draw again <CostHint storyId={storyId} of={(costs) => costs.panel} />
          </MenuItem>
          {edit}
        </PanelMark>
      )}
      {misses && (
        <PanelMark
          icon={CircleAlert}
          label={misses.length === 1 ? "1 thing is missing" : `${misses.length} things are missing`}
          className="bg-sheet"
          sentences={misses}
        >
          <MenuItem icon={Wand2} onSelect={onRepair}>
            Repair this <CostHint storyId={storyId} of={({ repair }) => repair} />
          </MenuItem>
          {edit}
        </PanelMark>
      )}
      {panel.hasImage && panel.checkProblem && (
        <PanelMark
          icon={CircleHelp}
          label="Not checked"
          className="bg-sheet"
          sentences={[panel.checkProblem.replace(/\.$/, "")]}
        >
          {edit}
        </PanelMark>
      )}
    </div>
  );
}
