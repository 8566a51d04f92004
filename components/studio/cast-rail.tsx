"use client";
import { ChevronRight } from "lucide-react";
import { memo } from "react";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/utils/cx";
import { useIsPortraitPending } from "@/components/world/use-portrait-job";
import { initials } from "@/lib/accounts/display-name";
import { compareByAppearance } from "@/lib/world/entities";
import type { Entity, EntityKind } from "@/lib/world/schema";

/** Further ones are only in the dialog's list. */
const maxShown = 8;

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
    <aside aria-label="Characters and locations" className="cast-rail">
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
    <section className="min-w-0">
      <h2>
        <button type="button" className="cast-title" data-cast={kind} onClick={() => onList(kind)}>
          {title} ({entities.length})
          <ChevronRight aria-hidden="true" />
        </button>
      </h2>
      {sorted.length === 0 ? (
        <p className="text-sm text-ink-soft">
          {kind === "character" ? "No characters yet." : "No locations yet."} Scenes add them, or
          you do.
        </p>
      ) : (
        <ul className="cast-list">
          {sorted.slice(0, maxShown).map((entity) => (
            <li key={entity._id}>
              <Member kind={kind} entity={entity} onOpen={onOpen} />
            </li>
          ))}
          {rest > 0 && (
            <li>
              <button type="button" className="cast-member" onClick={() => onList(kind)}>
                <span className="cast-more">+{rest}</span>
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
  const [firstName, ...rest] = entity.name.split(" ");
  return (
    <button
      type="button"
      className="cast-member"
      title={entity.description}
      onClick={() => onOpen(kind, entity)}
    >
      <Avatar
        src={entity.primaryImageUrl}
        initials={isBeingDrawn ? "" : initials({ firstName, lastName: rest.at(-1) })}
        seed={entity.name}
        className={cx(
          "cast-portrait",
          kind === "location" && "rounded-card",
          isBeingDrawn && "cast-drawn",
        )}
      />
      <span className="block w-full text-sm/4.5">
        <span className="cast-first">{entity.name}</span>
        {isBeingDrawn ? (
          <span className="line-clamp-2 text-ink-soft">Generating Image</span>
        ) : (
          entity.title && <span className="line-clamp-2 text-ink-soft">{entity.title}</span>
        )}
      </span>
    </button>
  );
}
