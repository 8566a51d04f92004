import { SquareSplitHorizontal } from "lucide-react";
import type { RefObject } from "react";
import { Button } from "@/components/ui/button";
import type { AspectRatio } from "@/lib/scenes/aspect";
import type { Panel } from "@/lib/scenes/schema";
import { Candidates } from "./candidates";
import { Comparison, MediaPreview } from "./media-preview";
import type { MediaRef } from "./media-session";
import { SpotBar } from "./spot/spot-bar";
import { SpotPicture } from "./spot/spot-picture";
import type { Spot } from "./spot/use-spot";
import { stageClasses } from "./stage-classes";
import type { NumberedTake } from "./takes/use-takes";
import { getShownMedia, isSameMedia, withMedia } from "./use-choose-media";

interface MediaStageProps {
  ref: RefObject<HTMLElement | null>;
  panel: Panel;
  aspectRatio: AspectRatio;
  takes: NumberedTake[] | undefined;
  /** Pictures of one request. */
  candidates: MediaRef[];
  /** The author's selection; null for the panel's own media. */
  picked: MediaRef | null;
  onPick: (media: MediaRef) => void;
  /** The take beside the selected one. */
  compared: MediaRef | null;
  spot: Spot;
  /** Null ends the comparison. */
  onCompare: (media: MediaRef | null) => void;
}

/** The selected media, with the tools for marking a spot and for before and after below it. */
export function MediaStage(props: MediaStageProps) {
  const { takes, picked, panel, candidates, compared, spot, onCompare } = props;
  const selected = picked ?? getShownMedia(panel);
  const original = takes?.find((take) => isSameMedia(take, selected))?.originalImageUrl;
  if (selected?.type !== "image" || candidates.length > 0) return <Stage {...props} />;
  const isCompared = compared !== null && compared.url === original;
  return (
    <>
      <Stage {...props} original={original} />
      <SpotBar
        spot={spot}
        className="border-rule bg-paper px-3 pb-2 [grid-area:tools] max-[56rem]:pt-1"
        canMark={compared === null}
      >
        {original && (
          <Button
            size="sm"
            aria-pressed={isCompared}
            onClick={() => onCompare(isCompared ? null : { url: original, type: "image" })}
          >
            <SquareSplitHorizontal aria-hidden="true" /> Before and after
          </Button>
        )}
      </SpotBar>
    </>
  );
}

/** Shows candidates, a comparison, a picture to mark, or the panel. */
function Stage(props: MediaStageProps & { original?: string | null | undefined }) {
  const { ref, panel, aspectRatio, takes, candidates, picked, onPick, compared, original } = props;
  const current = getShownMedia(panel);
  const selected = picked ?? current;
  const numberOf = (media: MediaRef | null) =>
    takes?.find((take) => isSameMedia(take, media))?.number;
  const sideOf = (media: MediaRef | null) => {
    const number = numberOf(media);
    return { name: number ? `Take ${number}` : "Selected", panel: withMedia(panel, media) };
  };
  if (candidates.length > 0)
    return <Candidates {...{ ref, candidates, aspectRatio }} selected={picked} onSelect={onPick} />;
  if (compared && compared.url === original)
    return (
      <Comparison
        before={{ name: "Before", panel: withMedia(panel, compared) }}
        after={{ name: "After", panel: withMedia(panel, selected) }}
        aspectRatio={aspectRatio}
      />
    );
  if (compared)
    return (
      <Comparison before={sideOf(selected)} after={sideOf(compared)} aspectRatio={aspectRatio} />
    );
  if (props.spot.isOn && selected)
    return (
      <section ref={ref} tabIndex={-1} aria-label="Spot to change" className={stageClasses}>
        <SpotPicture url={selected.url} spot={props.spot} />
      </section>
    );
  const isOther = numberOf(selected) !== undefined && !isSameMedia(selected, current);
  return (
    <MediaPreview
      {...{ ref, aspectRatio }}
      panel={withMedia(panel, selected)}
      name={isOther ? sideOf(selected).name : null}
    />
  );
}
