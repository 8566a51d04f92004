"use client";
/**
 * The picture of a character (round) or location (landscape), or a placeholder: a halftone while it
 * is being drawn, else a colour derived from its id.
 *
 *   <EntityPicture kind="character" entity={entity} size="lg" />
 *
 * Decoration, since the name is beside it.
 */
import { MapPin } from "lucide-react";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { cx } from "@/components/ui/utils/cx";
import { hash } from "@/components/ui/utils/hash";
import { initials } from "@/lib/accounts/display-name";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { type Pictured, useIsPortraitPending } from "./use-portrait-job";

/** Round for characters, landscape for locations. */
const frames = {
  character: {
    face: "size-7 rounded-full border-2 lg:size-11",
    tile: "aspect-square w-full rounded-full border-3",
    md: "size-18 rounded-full border-2",
    lg: "size-30 rounded-full border-3",
  },
  location: {
    face: "w-full border-0",
    tile: "aspect-3/2 w-full rounded-[4px] border-2",
    md: "aspect-3/2 w-24 rounded-[4px] border-2",
    lg: "aspect-3/2 w-full rounded-[4px] border-2",
  },
} as const;

const blankSizes = {
  face: "text-[0.875rem]",
  tile: "text-[2.5rem]",
  md: "text-[1.375rem]",
  lg: "text-[2.5rem]",
} as const;

interface EntityPictureProps {
  kind: EntityKind;
  entity: Pictured;
  /** `face` is a small portrait without room for words; `tile` fills its place. */
  size?: "face" | "tile" | "md" | "lg";
  className?: string;
}

/** The colour of a card without a picture, chosen by the id. */
export const getPlaceholderColor = ({ _id }: Pick<Entity, "_id">) =>
  placeholderColors[hash(_id, placeholderColors.length)];
const placeholderColors = [
  "[--print:#ffcf33]",
  "[--print:#ff8a6b]",
  "[--print:#8fd0f5]",
  "[--print:#8fdcab]",
  "[--print:#f3c9e0]",
];

export function EntityPicture({ kind, entity, size = "md", className }: EntityPictureProps) {
  const isPending = useIsPortraitPending(entity);
  const blank = (
    <span
      aria-hidden="true"
      className={cx(
        "grid min-h-full place-items-center font-display tracking-[0.03em]",
        blankSizes[size],
      )}
    >
      {kind === "character" ? getInitials(entity.name) : <MapPin />}
    </span>
  );
  return (
    <span
      className={cx(
        "relative grid flex-none overflow-clip border-ink bg-(--print) text-on-yellow *:size-full *:[grid-area:1/1] [&>img]:object-cover [&>img]:object-[50%_22%]",
        frames[kind][size],
        getPlaceholderColor(entity),
        className,
      )}
    >
      {entity.primaryImageUrl ? (
        <ImageWithFallback
          src={entity.primaryImageUrl}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={revealOnLoad}
          fallback={blank}
        />
      ) : isPending ? (
        <span
          className={cx(
            "being-drawn grid place-items-center content-center p-0.5 leading-[1.1] font-bold",
            size === "lg" ? "text-[0.875rem]" : "text-[0.6875rem]",
          )}
        >
          <span className={cx(size === "face" && "invisible")}>Generating Image</span>
        </span>
      ) : (
        blank
      )}
    </span>
  );
}

/** Starts the reveal animation once the picture has loaded. */
export const revealOnLoad = ({ currentTarget }: { currentTarget: HTMLImageElement }) =>
  currentTarget.classList.add("reveal");

/** The first and last initial of a character or location. */
export function getInitials(name: string): string {
  const [firstName, ...rest] = name.split(/\s+/);
  return initials({ firstName, lastName: rest.at(-1) });
}
