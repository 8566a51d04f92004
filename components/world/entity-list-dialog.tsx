"use client";
import { Plus, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { TakeFromCast } from "@/components/library/take-from-cast";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
/**
 * The story's characters as cards, or its locations as postcards; each opens its dialog.
 *
 *   <EntityListDialog story={story} kind="character" open={open} onOpenChange={setOpen} />
 */
import { Illustration } from "@/components/ui/pictures/illustration";
import { playSound } from "@/components/ui/sound";
import type { Story } from "@/lib/stories/schema";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { EntityCard } from "./entity-card";
import { EntityDialog } from "./entity-dialog";
import { entityTexts } from "./entity-texts";
import { useStoryEntities } from "./story-entities";

interface EntityListDialogProps {
  story: Story;
  kind: EntityKind;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function EntityListDialog({ story, kind, open, onOpenChange }: EntityListDialogProps) {
  const { entities, isError, isFetching, refetch } = useStoryEntities(story, kind);
  const [edited, setEdited] = useState<Entity | null>(null);
  const [editing, setEditing] = useState(false);
  const texts = entityTexts[kind];
  const edit = (entity: Entity | null) => {
    setEdited(entity);
    setEditing(true);
  };
  useEffect(() => {
    if (open) playSound("swoosh");
  }, [open]);

  const add = (
    <>
      <TakeFromCast storyId={story._id} kind={kind} />
      <Button variant="primary" onClick={() => edit(null)}>
        <Plus aria-hidden="true" /> Add New
      </Button>
    </>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={`${texts.many} (${entities.length})`}
      footer={entities.length > 0 && add}
    >
      <div className="grid gap-5">
        {isError && (
          <Notice
            tone="error"
            action={
              <Button size="sm" loading={isFetching} onClick={() => void refetch()}>
                <RefreshCw aria-hidden="true" /> Try Again
              </Button>
            }
          >
            The list could not be refreshed and may be out of date.
          </Notice>
        )}
        {entities.length === 0 ? (
          <EmptyState
            heading="h3"
            picture={<Illustration name={kind === "character" ? "empty-cast" : "empty-map"} />}
            title={texts.emptyTitle}
            action={add}
          >
            {texts.emptyText}
          </EmptyState>
        ) : (
          <ul
            className={
              kind === "character"
                ? "grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-5 max-sm:grid-cols-2 max-sm:gap-3"
                : "grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-5"
            }
          >
            {entities.map((entity) => (
              <li key={entity._id} className="grid">
                <EntityCard kind={kind} entity={entity} onOpen={() => edit(entity)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <EntityDialog
        story={story}
        kind={kind}
        entity={edited}
        open={editing}
        onOpenChange={setEditing}
      />
    </Dialog>
  );
}
