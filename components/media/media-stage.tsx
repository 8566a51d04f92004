import type { RefObject } from "react";
import type { AspectRatio } from "@/lib/scenes/aspect";
import type { Panel } from "@/lib/scenes/schema";
import { Candidates } from "./candidates";
import { Comparison, MediaPreview } from "./media-preview";
import type { MediaRef } from "./media-session";
import type { NumberedTake } from "./takes/use-takes";
import { getShownMedia, isSameMedia, withMedia } from "./use-choose-media";

interface MediaStageProps {
  ref: RefObject<HTMLElement | null>;
  panel: Panel;
  aspectRatio: AspectRatio;
  takes: NumberedTake[] | undefined;
  /** Pictures of one request. */
  candidates: MediaRef[];
  /** What the author has chosen; null for the panel's own. */
  picked: MediaRef | null;
  onPick: (media: MediaRef) => void;
  /** The take beside the selected one. */
  compared: MediaRef | null;
}

/** What the author looks at: the pictures of one request, two takes compared, or the panel. */
export function MediaStage(props: MediaStageProps) {
  const { ref, panel, aspectRatio, takes, candidates, picked, onPick, compared } = props;
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
  if (compared)
    return (
      <Comparison before={sideOf(selected)} after={sideOf(compared)} aspectRatio={aspectRatio} />
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
