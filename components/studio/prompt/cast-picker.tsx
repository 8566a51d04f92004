"use client";
/** Chips for the characters and the location of the next scene; without any, the writer decides. */
import { UserPlus, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/forms/text-input";
import { Avatar } from "@/components/ui/pictures/avatar";
import { cx } from "@/components/ui/utils/cx";
import { popupItem, popupLabel, popupMenu } from "@/components/ui/utils/popup-classes";
import { preventInputSubmit } from "@/components/ui/utils/prevent-input-submit";
import { getInitials } from "@/components/world/entity-picture";
import { castLimits } from "@/lib/generation/schema";
import type { Story } from "@/lib/stories/schema";
import { compareByAppearance } from "@/lib/world/entities";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { tagClasses, tagRemove } from "../publishing/tag-classes";
import { type CastChoice, partitionChoices } from "./cast-draft";

/** Number of entities from which a filter is shown. */
const filterThreshold = 8;
const groups = [
  { kind: "character", title: "Characters", list: "characters" },
  { kind: "location", title: "Location", list: "locations" },
] as const;

/** On a phone, where the page needs the height, one row that fades out and scrolls sideways. */
const rowClasses =
  "flex min-w-0 flex-[1_1_0] gap-1.5 p-0.5 max-md:overflow-x-auto max-md:overscroll-x-contain max-md:[mask-image:linear-gradient(to_left,transparent,#000_2rem)] max-md:pe-8 max-md:[scrollbar-width:none] md:flex-wrap no-cast:hidden";

const optionClasses = `${popupItem} hover:bg-wash has-disabled:cursor-default has-disabled:text-ink-soft has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-blue`;

interface CastPickerProps {
  story: Story;
  cast: CastChoice[];
  onChange: (cast: CastChoice[]) => void;
}

export function CastPicker({ story, cast, onChange }: CastPickerProps) {
  const popupId = useId();
  const row = useRef<HTMLUListElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [filter, setFilter] = useState("");
  const { present, deleted: deletedChoices } = partitionChoices(story, cast);
  const count = story.characters.length + story.locations.length;
  if (count === 0 && deletedChoices.length === 0) return null;
  // Drops deleted choices, which have been reported by now.
  const remaining = cast.filter((one) => !deletedChoices.includes(one));

  function remove(entity: Entity, index: number) {
    onChange(remaining.filter(({ _id }) => _id !== entity._id));
    // Keeps the focus in the row: on the chip that takes this place, or on the button.
    const next = row.current?.querySelectorAll("button")[index + 1];
    (next ?? opener.current)?.focus();
  }

  function toggle(kind: EntityKind, { _id, name }: Entity) {
    const others = remaining.filter((one) => one._id !== _id);
    onChange(others.length < remaining.length ? others : [...remaining, { kind, _id, name }]);
  }

  return (
    <div className="scene-cast mb-1.5 bar-at-rest:hidden no-cast:col-span-1 no-cast:m-0">
      <div className="flex items-center gap-1.5">
        <Button
          ref={opener}
          size="sm"
          variant="ghost"
          popoverTarget={popupId}
          aria-haspopup="dialog"
          className="-ml-2.5 flex-none pl-2"
        >
          <UserPlus aria-hidden="true" />{" "}
          <span className="no-cast:sr-only">Characters and location</span>
        </Button>
        <ul ref={row} className={rowClasses} aria-label="Chosen for this scene">
          {present.map(({ kind, entity }, index) => (
            <li key={entity._id} className={`max-w-48 flex-none gap-1.5 ${tagClasses}`}>
              <Portrait kind={kind} entity={entity} />
              <span className="truncate">{entity.name}</span>
              <button
                type="button"
                className={tagRemove}
                aria-label={`Remove ${entity.name} from this scene`}
                onClick={() => remove(entity, index)}
              >
                <X aria-hidden="true" size={16} strokeWidth={3} />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <p role="status" className="text-sm text-ink-soft empty:sr-only">
        {deletedChoices.length > 0 &&
          `No longer in this story, so not in this scene: ${deletedChoices.map(({ name }) => name).join(", ")}`}
      </p>
      <div
        id={popupId}
        popover="auto"
        role="dialog"
        aria-label="Characters and locations of this scene"
        className={`${popupMenu} max-h-[min(24rem,60dvh)] w-[min(18rem,100vw-2rem)]`}
        onToggle={({ newState }) => newState === "closed" && setFilter("")}
        onKeyDown={preventInputSubmit}
      >
        <p className="px-3 pt-1 text-sm text-ink-soft">
          {cast.length === 0
            ? "Leave empty to have them chosen for you."
            : "Selected ones appear in the scene."}
        </p>
        {count > filterThreshold && (
          <Input
            aria-label="Filter by name"
            placeholder="Filter by name"
            value={filter}
            onChange={({ target }) => setFilter(target.value)}
          />
        )}
        {groups.map(({ kind, title, list }) => {
          const chosen = present.filter((one) => one.kind === kind).map(({ entity }) => entity);
          const query = filter.trim().toLowerCase();
          const shown = story[list]
            .toSorted(compareByAppearance)
            .filter(({ name }) => name.toLowerCase().includes(query));
          const isFull = chosen.length >= castLimits[list];
          if (story[list].length === 0) return null;
          return (
            <fieldset key={kind}>
              <legend className={popupLabel}>
                {title}: up to {castLimits[list]} {list}
              </legend>
              {shown.length === 0 && <p className="px-3 py-1 text-sm">No matches.</p>}
              {shown.map((entity) => {
                const isChosen = chosen.includes(entity);
                return (
                  <label key={entity._id} className={optionClasses}>
                    <input
                      type="checkbox"
                      className="size-5 flex-none accent-blue outline-none"
                      checked={isChosen}
                      disabled={isFull && !isChosen}
                      onChange={() => toggle(kind, entity)}
                    />
                    <Portrait kind={kind} entity={entity} />
                    <span className="min-w-0 wrap-anywhere">{entity.name}</span>
                  </label>
                );
              })}
            </fieldset>
          );
        })}
      </div>
    </div>
  );
}

const Portrait = ({ kind, entity }: { kind: EntityKind; entity: Entity }) => (
  <Avatar
    src={entity.primaryImageUrl}
    initials={getInitials(entity.name)}
    seed={entity.name}
    size="sm"
    className={cx("text-[0.75rem]", kind === "location" && "rounded-card")}
  />
);
