"use client";
/** Chips for the characters and the location of the next scene; without any, the writer decides. */
import { UserPlus, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/forms/text-input";
import { preventInputSubmit } from "@/components/ui/utils/prevent-input-submit";
import { initials } from "@/lib/accounts/display-name";
import { castLimits } from "@/lib/generation/schema";
import type { Story } from "@/lib/stories/schema";
import { compareByAppearance } from "@/lib/world/entities";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { type CastChoice, partitionChoices } from "./cast-draft";

/** Number of entities from which a filter is shown. */
const filterThreshold = 8;
const groups = [
  { kind: "character", title: "Characters", list: "characters" },
  { kind: "location", title: "Location", list: "locations" },
] as const;

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
    <div className="scene-cast">
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
          <span className="scene-cast-word">Characters and location</span>
        </Button>
        <ul ref={row} className="scene-cast-row" aria-label="Chosen for this scene">
          {present.map(({ kind, entity }, index) => (
            <li key={entity._id} className="tag scene-cast-chip">
              <Portrait kind={kind} entity={entity} />
              <span className="truncate">{entity.name}</span>
              <button
                type="button"
                className="tag-remove"
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
        className="popup popup-menu scene-cast-popup"
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
              <legend className="popup-label">
                {title}: up to {castLimits[list]} {list}
              </legend>
              {shown.length === 0 && <p className="px-3 py-1 text-sm">No matches.</p>}
              {shown.map((entity) => {
                const isChosen = chosen.includes(entity);
                return (
                  <label key={entity._id} className="popup-item scene-cast-option">
                    <input
                      type="checkbox"
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

function Portrait({ kind, entity }: { kind: EntityKind; entity: Entity }) {
  const [firstName, ...rest] = entity.name.split(" ");
  return (
    <Avatar
      src={entity.primaryImageUrl}
      initials={initials({ firstName, lastName: rest.at(-1) })}
      seed={entity.name}
      size="sm"
      className={`scene-cast-portrait ${kind === "location" ? "rounded-card" : ""}`}
    />
  );
}
