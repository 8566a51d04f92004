import { History, Images, RefreshCw } from "lucide-react";
import { CostHint } from "@/components/spending/story-costs";
import { Menu, MenuItem } from "@/components/ui/menu";

interface StaleMarkProps {
  storyId: string;
  /** Why the panel is out of date; sentences without a full stop. */
  reasons: readonly string[];
  onDrawAgain: () => void;
  onEditMedia: () => void;
}

/** On a panel that is out of date: says why, and draws it again on request. */
export const StaleMark = ({ storyId, reasons, onDrawAgain, onEditMedia }: StaleMarkProps) => (
  <Menu
    trigger={(props) => (
      <button
        type="button"
        className="inline-flex min-h-7 items-center gap-1 rounded-full border-2 border-ink bg-yellow px-2 text-sm font-bold text-on-yellow pointer-coarse:min-h-11"
        {...props}
      >
        <History aria-hidden="true" className="size-4" />
        Out of date
      </button>
    )}
    header={
      <div className="grid gap-1 px-3 py-2 text-sm">
        {reasons.map((reason) => (
          <p key={reason}>{reason}.</p>
        ))}
      </div>
    }
  >
    <MenuItem icon={RefreshCw} onSelect={onDrawAgain}>
      Draw again <CostHint storyId={storyId} of={({ picture }) => picture} />
    </MenuItem>
    <MenuItem icon={Images} onSelect={onEditMedia}>
      Edit media
    </MenuItem>
  </Menu>
);
