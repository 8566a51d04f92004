"use client";
/**
 * Adds a character or a location, or edits one. Unsaved input stays as a draft, however the dialog
 * is closed.
 *
 *   <EntityDialog story={story} kind="character" entity={entity} open={open} onOpenChange={setOpen} />
 */
import { useIsMutating } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { playSound } from "@/components/ui/sound";
import { isTouchDevice } from "@/components/ui/utils/is-touch-device";
import type { Story } from "@/lib/stories/schema";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { AddEntity, type EntityTab } from "./add-entity";
import { EditEntity } from "./edit-entity";
import { entityTexts } from "./entity-texts";
import { newEntityKey, worldMutationKey } from "./entity-values";
import { useStoryEntities } from "./story-entities";
import { useEntitySave } from "./use-entity-save";

interface EntityDialogProps {
  story: Story;
  kind: EntityKind;
  /** Null adds an entity. */
  entity: Entity | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function EntityDialog({ story, kind, entity, open, onOpenChange }: EntityDialogProps) {
  const formId = useId();
  const ideaFormId = useId();
  const texts = entityTexts[kind];
  const { entities } = useStoryEntities(story, kind);
  // An entity added here stays open while its portrait is drawn.
  const [added, setAdded] = useState<Entity | null>(null);
  const [tab, setTab] = useState<EntityTab>("generate");
  const begun = entity ?? added;
  const current = begun && (entities.find(({ _id }) => _id === begun._id) ?? begun);
  const save = useEntitySave(story, kind);
  const firstInput = useRef<HTMLInputElement>(null);
  const firstArea = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    if (open) playSound("swoosh");
  }, [open]);

  // Before the entity exists, a pending text or picture would be lost on closing.
  const isBusy =
    useIsMutating({ mutationKey: worldMutationKey(newEntityKey(kind, story._id)) }) > 0;
  const locked = save.isPending || (current === null && isBusy);
  const isIdea = current === null && tab === "generate";
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => {
        setAdded(null);
        setTab("generate");
      }}
      size="lg"
      locked={locked}
      // On a touch screen, focusing a field would open a keyboard.
      initialFocus={isTouchDevice() ? undefined : current ? firstInput : firstArea}
      title={`${current ? "Edit" : "Add"} ${texts.one}`}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)} disabled={locked}>
            Cancel
          </Button>
          {/* Two keyed buttons: a press that begins on the first must not end on the second. */}
          {isIdea ? (
            <Button key="idea" type="submit" form={ideaFormId} variant="primary" loading={locked}>
              <Sparkles aria-hidden="true" /> Generate
            </Button>
          ) : (
            <Button key="save" type="submit" form={formId} variant="primary" loading={locked}>
              {current ? "Save Changes" : `Add ${texts.one}`}
            </Button>
          )}
        </>
      }
    >
      {current ? (
        <EditEntity
          key={current._id}
          formId={formId}
          kind={kind}
          entity={current}
          save={save}
          firstField={firstInput}
          justAdded={added !== null}
          onDone={() => onOpenChange(false)}
        />
      ) : (
        <AddEntity
          formId={formId}
          ideaFormId={ideaFormId}
          story={story}
          kind={kind}
          save={save}
          tab={tab}
          onTabChange={setTab}
          firstField={firstArea}
          onAdded={setAdded}
          onDone={() => onOpenChange(false)}
        />
      )}
    </Dialog>
  );
}
