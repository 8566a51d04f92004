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
import { ImageWithFallback } from "@/components/ui/image-with-fallback";
import { cx } from "@/components/ui/utils/cx";
import { hash } from "@/components/ui/utils/hash";
import { initials } from "@/lib/accounts/display-name";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { useIsPortraitPending } from "./use-portrait-job";

interface EntityPictureProps {
  kind: EntityKind;
  entity: Entity;
  size?: "md" | "lg";
}

/** The colour of a card without a picture, chosen by the id. */
export const getPlaceholderColor = ({ _id }: Entity) =>
  placeholderColors[hash(_id, placeholderColors.length)];
const placeholderColors = [
  "[--print:#ffcf33]",
  "[--print:#ff8a6b]",
  "[--print:#8fd0f5]",
  "[--print:#8fdcab]",
  "[--print:#f3c9e0]",
];

export function EntityPicture({ kind, entity, size = "md" }: EntityPictureProps) {
  const isPending = useIsPortraitPending(entity);
  const blank = (
    <span aria-hidden="true" className="entity-blank">
      {kind === "character" ? getInitials(entity.name) : <MapPin />}
    </span>
  );
  return (
    <span
      className={cx(
        "entity-picture",
        `entity-picture-${kind}`,
        `entity-picture-${size}`,
        getPlaceholderColor(entity),
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
        <span className="entity-pending">
          <span>Generating Image</span>
        </span>
      ) : (
        blank
      )}
    </span>
  );
}

/** Starts after loading, since dots cannot reveal an empty picture. */
export const revealOnLoad = ({ currentTarget }: { currentTarget: HTMLImageElement }) =>
  currentTarget.classList.add("reveal");

function getInitials(name: string): string {
  const [firstName, ...rest] = name.split(/\s+/);
  return initials({ firstName, lastName: rest.at(-1) });
}
