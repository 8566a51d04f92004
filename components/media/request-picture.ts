import {
  generatePortrait,
  generateVideo,
  refineImage,
  regeneratePanel,
} from "@/lib/generation/client";
import type { MediaWork } from "@/lib/generation/error-texts";
import type { MaskShapes } from "@/lib/media/repair/mask";
import type { AspectRatio } from "@/lib/scenes/aspect";
import type { PanelRef } from "@/lib/stories/query-cache";
import type { Entity, EntityKind } from "@/lib/world/schema";

/** What the picture belongs to. */
type PictureSubject =
  | (PanelRef & { kind: "panel"; aspectRatio: AspectRatio })
  | { kind: EntityKind; entity: Entity };

export interface PictureRequest {
  work: MediaWork;
  /** By default the subject's own. */
  prompt?: string | undefined;
  /** The picture to change or animate; null for a new one. */
  imageUrl?: string | null;
  /** Number of the picture among those of one request, from 2 on. */
  candidate?: number;
  /** The only part of the picture that changes. */
  mask?: MaskShapes | undefined;
}

/** Requests a picture or video. @returns the job's id @throws ApiError */
export function requestPicture(
  subject: PictureSubject,
  { work, prompt = "", imageUrl, mask, ...candidate }: PictureRequest,
): Promise<string> {
  const own = prompt || undefined;
  if (subject.kind !== "panel") {
    const { kind, entity } = subject;
    if (work === "regenerate") return generatePortrait(kind, entity._id, own);
    const aspectRatio = kind === "character" ? "3:4" : "3:2";
    const source = { initialImageUrl: imageUrl ?? "", [`${kind}Id`]: entity._id };
    return refineImage({ storyId: entity.storyId, prompt, aspectRatio, mask, ...source });
  }
  const { storyId, sceneId, panelNumber, aspectRatio } = subject;
  if (work === "regenerate" || !imageUrl)
    return regeneratePanel(sceneId, panelNumber, { ...candidate, prompt: own, choose: false });
  const target = { storyId, sceneId, panelNumber, prompt };
  return work === "animate"
    ? generateVideo({ ...target, imageUrl })
    : refineImage({ ...target, ...candidate, initialImageUrl: imageUrl, aspectRatio, mask });
}
