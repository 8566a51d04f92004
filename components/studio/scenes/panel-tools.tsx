import { Images, MessageCirclePlus, RefreshCw } from "lucide-react";
import type { RefObject } from "react";
import { Button } from "@/components/ui/button";
import type { Panel } from "@/lib/scenes/schema";
import { PanelMenu } from "../reorder/panel-menu";
import type { ReorderControls } from "../reorder/use-undoable-changes";

/**
 * Actions of a panel, below the picture, so that they cover no bubble and catch no drag. A composed
 * page has no room between its panels: there the tools take none. They hang below the panel in use,
 * or stand above the prompt bar while the panel's foot is below it (scenes.css).
 */
const toolsClasses =
  "panel-tools mt-2 flex justify-end gap-1.5 desk:sticky desk:bottom-[calc(var(--prompt-bar,8rem)+0.5rem)] desk:z-2 desk:mt-0 desk:mr-1.5 desk:-mb-10 desk:ml-auto desk:h-10 desk:w-fit desk:pt-1 pointer-coarse:[&_.btn]:min-h-11 pointer-coarse:[&_.btn]:min-w-11";

/** Opens the media dialog of a panel. */
export type EditMedia = (panel: Panel, asked: { autoRegenerate: boolean }) => void;

interface PanelToolsProps {
  sceneId: string;
  panel: Panel;
  panelCount: number;
  order: ReorderControls;
  isWorking: boolean;
  regenerateButton: RefObject<HTMLButtonElement | null>;
  onLetter: (panel: Panel, bubbleId: string | null) => void;
  onEditMedia: EditMedia;
  onEditAltText: (panel: Panel) => void;
  /** Draws the first picture. */
  onRegenerate: () => void;
}

export function PanelTools({
  sceneId,
  panel,
  panelCount,
  order,
  isWorking,
  regenerateButton,
  onLetter,
  onEditMedia,
  onEditAltText,
  onRegenerate,
}: PanelToolsProps) {
  return (
    <div className={toolsClasses}>
      {panel.hasImage && (
        <Button
          icon
          size="sm"
          label="Add speech bubble"
          title="Add speech bubble"
          onClick={() => onLetter(panel, null)}
        >
          <MessageCirclePlus aria-hidden="true" />
        </Button>
      )}
      <Button
        icon
        size="sm"
        label="Edit media"
        title="Edit media"
        onClick={() => onEditMedia(panel, { autoRegenerate: false })}
      >
        <Images aria-hidden="true" />
      </Button>
      <Button
        ref={regenerateButton}
        icon
        size="sm"
        label="Regenerate image"
        title="Regenerate image"
        // Always rendered, so that keyboard users keep the focus.
        loading={isWorking}
        onClick={() => {
          // Opens the dialog, where the new picture is a take: no picture is replaced unseen.
          if (panel.hasImage) return onEditMedia(panel, { autoRegenerate: true });
          // A newly added panel has no prompt yet.
          if (!panel.imagePrompt) return onEditMedia(panel, { autoRegenerate: false });
          onRegenerate();
        }}
      >
        <RefreshCw aria-hidden="true" />
      </Button>
      <PanelMenu
        sceneId={sceneId}
        panel={panel}
        panelCount={panelCount}
        order={order}
        onEditMedia={() => onEditMedia(panel, { autoRegenerate: false })}
        onEditAltText={() => onEditAltText(panel)}
      />
    </div>
  );
}

/** As high as the tools, so that nothing shifts. */
export const ToolsPlaceholder = () => (
  <div className={`invisible ${toolsClasses}`}>
    <span className="btn btn-icon btn-sm" />
  </div>
);
