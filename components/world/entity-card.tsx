"use client";
import { cx } from "@/components/ui/utils/cx";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { EntityPicture, getPlaceholderColor } from "./entity-picture";

interface EntityCardProps {
  kind: EntityKind;
  entity: Entity;
  onOpen: () => void;
}

/** A character as a trading card, a location as a postcard. The whole card is one button. */
export function EntityCard({ kind, entity, onOpen }: EntityCardProps) {
  return (
    <article className={cx("entity-card", `entity-card-${kind}`)}>
      <div className={cx("entity-card-top", getPlaceholderColor(entity))}>
        <EntityPicture kind={kind} entity={entity} size="lg" />
        {entity.firstAppearance > 0 && (
          <span className="entity-stamp">Scene {entity.firstAppearance}</span>
        )}
      </div>
      <div className="entity-card-words">
        <h3 className="font-display text-xl/6.5 tracking-[0.02em] wrap-anywhere">
          <button type="button" className="entity-card-hit" onClick={onOpen}>
            {entity.name}
          </button>
        </h3>
        {entity.title && <p className="font-bold text-sm wrap-anywhere">{entity.title}</p>}
        <p className="entity-card-text">{entity.description}</p>
      </div>
    </article>
  );
}
