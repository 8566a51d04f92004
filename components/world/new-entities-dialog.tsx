"use client";
/**
 * The characters and locations that a scene introduced; their portraits appear as they are drawn.
 *
 *   <NewEntitiesDialog story={story} characters={newCharacters} locations={newLocations}
 *                      open={open} onOpenChange={setOpen} finalFocus={toTheScene} />
 */
import { Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { playSound } from "@/components/ui/sound";
import type { Story } from "@/lib/stories/schema";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { EntityDialog } from "./entity-dialog";
import { EntityPicture } from "./entity-picture";
import { entityTexts } from "./entity-texts";
import { useStoryEntities } from "./story-entities";

interface NewEntitiesDialogProps {
  story: Story;
  /** The entities as the scene introduced them. */
  characters: Entity[];
  locations: Entity[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Focus after closing. */
  finalFocus: () => HTMLElement | null;
}

export function NewEntitiesDialog({
  story,
  characters,
  locations,
  open,
  onOpenChange,
  finalFocus,
}: NewEntitiesDialogProps) {
  const [edited, setEdited] = useState<{ kind: EntityKind; entity: Entity } | null>(null);
  const [editing, setEditing] = useState(false);
  const edit = (kind: EntityKind, entity: Entity) => {
    setEdited({ kind, entity });
    setEditing(true);
  };
  useEffect(() => {
    if (open) playSound("newEntity");
  }, [open]);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      finalFocus={finalFocus}
      title="Story World Just Grew"
      description="They look the same in every panel from now on. Change them whenever you like."
      footer={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          Got it, thanks!
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <NewEntityList story={story} kind="character" addedEntities={characters} onEdit={edit} />
        <NewEntityList story={story} kind="location" addedEntities={locations} onEdit={edit} />
      </div>
      {edited && (
        <EntityDialog
          story={story}
          kind={edited.kind}
          entity={edited.entity}
          open={editing}
          onOpenChange={setEditing}
        />
      )}
    </Dialog>
  );
}

interface NewEntityListProps {
  story: Story;
  kind: EntityKind;
  addedEntities: Entity[];
  onEdit: (kind: EntityKind, entity: Entity) => void;
}

function NewEntityList({ story, kind, addedEntities, onEdit }: NewEntityListProps) {
  const { entities } = useStoryEntities(story, kind);
  // Their current state: with portraits, without deleted ones. An entity that the story does not
  // contain yet is not deleted.
  const seen = useRef(new Set<string>());
  useEffect(() => {
    for (const { _id } of entities) seen.current.add(_id);
  }, [entities]);
  const shown = addedEntities.flatMap((one) => {
    const now = entities.find(({ _id }) => _id === one._id);
    return now ?? (seen.current.has(one._id) ? [] : one);
  });
  if (shown.length === 0) return null;
  return (
    <section>
      <h3 className="display text-xl">
        New {entityTexts[kind].many} ({shown.length})
      </h3>
      <ul className="mt-3 grid gap-3">
        {shown.map((entity) => (
          <li
            key={entity._id}
            className="flex items-center gap-3.5 rounded-card border-2 border-ink p-3"
          >
            <EntityPicture kind={kind} entity={entity} className="self-start" />
            <div className="min-w-0 flex-1">
              <p className="font-bold leading-tight wrap-anywhere">{entity.name}</p>
              {entity.title && (
                <p className="text-sm text-ink-soft wrap-anywhere">{entity.title}</p>
              )}
              <p className="mt-1 line-clamp-2 text-sm wrap-anywhere text-ink-soft">
                {entity.description}
              </p>
            </div>
            <Button size="sm" label={`Edit ${entity.name}`} onClick={() => onEdit(kind, entity)}>
              <Pencil aria-hidden="true" /> Edit
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
