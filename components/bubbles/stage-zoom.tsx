import { ZoomIn, ZoomOut } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/utils/cx";
import { zoomLimits } from "./use-stage-zoom";

interface StageZoomProps {
  zoom: number;
  onZoom: (zoom: number) => void;
  /** Moves the controls to the left, away from the selected bubble's handles. */
  isAside: boolean;
  /** Whether letters have their size on the page; null if that is the same as alone. */
  isOnPage: boolean | null;
  onShow: (isOnPage: boolean) => void;
}

/** Zooms the panel, for people who cannot pinch, and shows it alone or as on its page. */
export function StageZoom({ zoom, onZoom, isAside, isOnPage, onShow }: StageZoomProps) {
  const isSmallest = zoom <= zoomLimits.min;
  const isLargest = zoom >= zoomLimits.max;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form control, so no fieldset
    <div
      role="group"
      aria-label="Zoom"
      // A bubble at the right has its handles where the picture takes all the width. Disabled
      // buttons stay readable over any picture.
      className={cx(
        "absolute bottom-2 z-1 flex gap-1 [&>.btn[aria-disabled=true]]:bg-sheet",
        isAside
          ? "right-2 max-sm:right-auto max-sm:left-2 pointer-coarse:right-auto pointer-coarse:left-2"
          : "right-2",
      )}
    >
      {isOnPage !== null && (
        <Button
          size="sm"
          aria-pressed={isOnPage}
          className="aria-pressed:bg-yellow aria-pressed:text-on-yellow"
          title="On its page this panel has the letters of the smaller ones. Alone, as on phones, it has larger letters."
          onClick={() => onShow(!isOnPage)}
        >
          As on its page
        </Button>
      )}
      <Button
        icon
        size="sm"
        label="Zoom out"
        aria-disabled={isSmallest}
        onClick={() => !isSmallest && onZoom(zoom / zoomLimits.step)}
      >
        <ZoomOut aria-hidden="true" />
      </Button>
      <Button
        icon
        size="sm"
        label="Zoom in"
        aria-disabled={isLargest}
        onClick={() => !isLargest && onZoom(zoom * zoomLimits.step)}
      >
        <ZoomIn aria-hidden="true" />
      </Button>
      <span role="status" className="sr-only">
        {Math.round(zoom * 100)} %
      </span>
    </div>
  );
}
