import { ZoomIn, ZoomOut } from "lucide-react";
import { Button } from "@/components/ui/button";
import { zoomLimits } from "./use-stage-zoom";

interface StageZoomProps {
  zoom: number;
  onZoom: (zoom: number) => void;
  /** Whether the zoom controls are on the other side. */
  isAside: boolean;
}

/** Zooms the panel in the workspace, for people who cannot pinch. */
export function StageZoom({ zoom, onZoom, isAside }: StageZoomProps) {
  const isSmallest = zoom <= zoomLimits.min;
  const isLargest = zoom >= zoomLimits.max;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form control, so no fieldset
    <div role="group" aria-label="Zoom" className="bubble-zoom" data-aside={isAside || undefined}>
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
