"use client";
import { ChevronRight } from "lucide-react";
import { memo } from "react";
import { Avatar } from "@/components/ui/pictures/avatar";
import { cx } from "@/components/ui/utils/cx";
import { getInitials } from "@/components/world/entity-picture";
import { useIsPortraitPending } from "@/components/world/use-portrait-job";
import { compareByAppearance } from "@/lib/world/entities";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { rail, railList, railMember } from "./workspace-classes";

/** Further ones are only in the dialog's list. */
const maxShown = 8;

const portraitSize = "size-11 text-[0.875rem] md:size-14 md:text-[1.125rem] lg:size-12";

interface CastRailProps {
  characters: Entity[];
  locations: Entity[];
  onOpen: (kind: EntityKind, entity: Entity) => void;
  onList: (kind: EntityKind) => void;
}

/** The story's characters and locations beside the scenes, in order of appearance. */
export const CastRail = memo(function CastRail({
  characters,
  locations,
  onOpen,
  onList,
}: CastRailProps) {
  return (
    <aside aria-label="Characters and locations" className={rail}>
      <Group
        kind="character"
        title="Characters"
        entities={characters}
        onOpen={onOpen}
        onList={onList}
      />
      <Group
        kind="location"
        title="Locations"
        entities={locations}
        onOpen={onOpen}
        onList={onList}
      />
    </aside>
  );
});

function Group({
  kind,
  title,
  entities,
  onOpen,
  onList,
}: Pick<CastRailProps, "onOpen" | "onList"> & {
  kind: EntityKind;
  title: string;
  entities: Entity[];
}) {
  const sorted = entities.toSorted(compareByAppearance);
  const rest = sorted.length - maxShown;
  return (
    <section className="min-w-0 max-md:flex max-md:flex-none max-md:items-center">
      <h2>
        <button
          type="button"
          className="-mx-1.5 inline-flex min-h-9 items-center gap-1 rounded-control px-1.5 py-1 text-[0.875rem] font-bold hover:bg-wash max-md:m-0 max-md:min-h-11"
          onClick={() => onList(kind)}
        >
          {title} ({entities.length})
          <ChevronRight aria-hidden="true" size={18} />
        </button>
      </h2>
      {sorted.length === 0 ? (
        <p className="text-sm text-ink-soft max-md:hidden">
          {kind === "character" ? "No characters yet." : "No locations yet."} Scenes add them, or
          you do.
        </p>
      ) : (
        <ul className={railList}>
          {sorted.slice(0, maxShown).map((entity) => (
            <li key={entity._id}>
              <Member kind={kind} entity={entity} onOpen={onOpen} />
            </li>
          ))}
          {rest > 0 && (
            <li>
              <button type="button" className={railMember} onClick={() => onList(kind)}>
                <span
                  className={`grid flex-none place-items-center rounded-full border-2 border-dashed border-ink font-bold ${portraitSize}`}
                >
                  +{rest}
                </span>
                <span className="block w-full text-sm/4.5">Show all</span>
              </button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function Member({
  kind,
  entity,
  onOpen,
}: {
  kind: EntityKind;
  entity: Entity;
  onOpen: CastRailProps["onOpen"];
}) {
  const isBeingDrawn = useIsPortraitPending(entity);
  return (
    <button
      type="button"
      className={railMember}
      title={entity.description}
      onClick={() => onOpen(kind, entity)}
    >
      <Avatar
        src={entity.primaryImageUrl}
        initials={isBeingDrawn ? "" : getInitials(entity.name)}
        seed={entity.name}
        className={cx(
          portraitSize,
          kind === "location" && "rounded-card",
          isBeingDrawn && "cast-drawn relative bg-sheet",
        )}
      />
      <span className="block w-full text-sm/4.5">
        <span className="cast-first line-clamp-3 font-bold wrap-anywhere lg:line-clamp-2">
          {entity.name}
        </span>
        {isBeingDrawn ? (
          <span className="line-clamp-2 text-ink-soft">Generating Image</span>
        ) : (
          entity.title && (
            <span className="line-clamp-2 wrap-anywhere text-ink-soft">{entity.title}</span>
          )
        )}
      </span>
    </button>
  );
}
