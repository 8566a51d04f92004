"use client";
import { cx } from "@/components/ui/utils/cx";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { EntityPicture, getPlaceholderColor } from "./entity-picture";
import type { Pictured } from "./use-portrait-job";

const cardClasses =
  "relative flex min-w-0 flex-col overflow-clip rounded-card border-2 border-ink bg-sheet transition-[translate,box-shadow] hover:-translate-0.5 hover:shadow-[5px_5px_0_0_var(--color-ink)] active:translate-0 active:shadow-none has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue";

const stampClasses =
  "absolute rotate-3 rounded-[4px] border-2 border-on-yellow bg-[#fffdf7] px-2 text-sm/5.5 font-bold text-on-yellow";

interface EntityCardProps {
  kind: EntityKind;
  entity: Pictured &
    Pick<Entity, "title" | "description"> &
    Partial<Pick<Entity, "firstAppearance">>;
  onOpen: () => void;
}

/** A character as a trading card, a location as a postcard. The whole card is one button. */
export function EntityCard({ kind, entity, onOpen }: EntityCardProps) {
  const isCharacter = kind === "character";
  return (
    <article className={cardClasses}>
      <div
        className={cx(
          "relative",
          isCharacter ? "trading-card-top grid justify-items-center pt-5" : "px-2.5 pt-2.5",
          getPlaceholderColor(entity),
        )}
      >
        <EntityPicture kind={kind} entity={entity} size="lg" />
        {entity.firstAppearance ? (
          <span className={cx(stampClasses, isCharacter ? "top-2 right-2" : "top-4 right-4")}>
            Scene {entity.firstAppearance}
          </span>
        ) : null}
      </div>
      <div className={cx("flex-1 px-3.5 pt-2.5 pb-3.5", isCharacter && "text-center")}>
        <h3 className="font-display text-xl/6.5 tracking-[0.02em]">
          <button
            type="button"
            className="w-full wrap-anywhere outline-none [text-align:inherit] after:absolute after:inset-0"
            onClick={onOpen}
          >
            {entity.name}
          </button>
        </h3>
        {entity.title && <p className="font-bold text-sm wrap-anywhere">{entity.title}</p>}
        <p className="mt-1 line-clamp-3 text-sm wrap-anywhere text-ink-soft">
          {entity.description}
        </p>
      </div>
    </article>
  );
}
