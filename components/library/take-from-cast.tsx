"use client";
import { useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { popupItem } from "@/components/ui/utils/popup-classes";
import { EntityPicture } from "@/components/world/entity-picture";
import { entityTexts } from "@/components/world/entity-texts";
import { upsertEntity } from "@/components/world/story-entities";
import { castLinksOptions, takeIntoStory } from "@/lib/library/client";
import { maxTakenAtOnce, type Taken } from "@/lib/library/schema";
import type { EntityKind } from "@/lib/world/schema";
import { LibraryBrowser } from "./library-browser";

interface TakeFromCastProps {
  storyId: string;
  kind: EntityKind;
  size?: "sm";
}

/** The button 'From My Cast' with its dialog, which adds several entries to a story at once. */
export function TakeFromCast({ storyId, kind, size }: TakeFromCastProps) {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);
  const [skipped, setSkipped] = useState<Taken["skipped"]>([]);
  const client = useQueryClient();
  const many = entityTexts[kind].many.toLowerCase();
  const take = useDedupedMutation({
    mutationFn: () => takeIntoStory(storyId, chosen),
    onSuccess({ characters, locations, skipped: left }) {
      for (const one of characters) upsertEntity(client, "character", one);
      for (const one of locations) upsertEntity(client, "location", one);
      void client.invalidateQueries({ queryKey: castLinksOptions(storyId).queryKey });
      setChosen([]);
      setSkipped(left);
      const added = [...characters, ...locations].map(({ name }) => name);
      if (added.length > 0) toast.success(`Added from your cast: ${added.join(", ")}`);
      if (left.length === 0) setOpen(false);
    },
  });
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <>
      <Button size={size} onClick={() => setOpen(true)}>
        <UserPlus aria-hidden="true" /> From My Cast
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        onClosed={() => setSkipped([])}
        title={`Add ${many} from my cast`}
        locked={take.isPending}
        footer={
          <>
            <Button disabled={take.isPending} onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button
              variant="primary"
              loading={take.isPending}
              disabled={chosen.length === 0}
              onClick={() => take.mutate()}
            >
              Add{chosen.length > 0 && ` ${chosen.length}`}
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {skipped.map(({ name, reason }) => (
            <Notice key={name} tone="warning" title={`${name} was not added`}>
              {reason}
            </Notice>
          ))}
          {chosen.length >= maxTakenAtOnce && (
            <p role="status" className="field-hint">
              {maxTakenAtOnce} at most at once. Add these first.
            </p>
          )}
          <LibraryBrowser
            kind={kind}
            empty={
              <EmptyState heading="h3" title="Your cast is empty">
                Add {many} in My Cast, or open one of a story and choose Save to My Cast.
              </EmptyState>
            }
          >
            {(entries) => (
              <fieldset className="grid gap-1">
                <legend className="sr-only">Your {many}</legend>
                {entries.map((entry) => (
                  <label key={entry._id} className={`${popupItem} hover:bg-wash`}>
                    <input
                      type="checkbox"
                      className="size-5 flex-none accent-blue"
                      checked={chosen.includes(entry._id)}
                      disabled={chosen.length >= maxTakenAtOnce && !chosen.includes(entry._id)}
                      onChange={() => toggle(entry._id)}
                    />
                    <EntityPicture kind={kind} entity={entry} />
                    <span className="min-w-0 wrap-anywhere">
                      <b className="block">{entry.name}</b>
                      {entry.title}
                    </span>
                  </label>
                ))}
              </fieldset>
            )}
          </LibraryBrowser>
        </div>
      </Dialog>
    </>
  );
}
