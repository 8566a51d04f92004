"use client";
import { useIsMutating, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Switch } from "@/components/ui/forms/switch";
import { useEditForm } from "@/components/ui/forms/use-edit-form";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { EntityFields } from "@/components/world/entity-fields";
import { entityFormClasses } from "@/components/world/entity-form-classes";
import { entityTexts } from "@/components/world/entity-texts";
import {
  blankValues,
  editLabels,
  toFormValues,
  worldMutationKey,
} from "@/components/world/entity-values";
import { PortraitArea } from "@/components/world/portrait-area";
import { addPictures } from "@/components/world/use-entity-save";
import {
  createEntry,
  deleteEntry,
  libraryKey,
  libraryOptions,
  mergeEntries,
  updateEntry,
} from "@/lib/library/client";
import { type LibraryEntry, libraryEntryDto, type UpdateEntryInput } from "@/lib/library/schema";
import { changesUnlessStale, saveLatest } from "@/lib/platform/http/save-latest";
import { type EntityEditValues, type EntityKind, entityEditForm } from "@/lib/world/schema";
import { MergeSection } from "./merge-section";

interface EntryDialogProps {
  viewerId: string;
  kind: EntityKind;
  /** Null adds an entry. */
  entry: LibraryEntry | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const blank = { ...blankValues, lora: "" };

/** Adds an entry to the viewer's cast, or edits, merges or deletes one. */
export function EntryDialog({
  viewerId,
  kind,
  entry: given,
  open,
  onOpenChange,
}: EntryDialogProps) {
  const { one } = entityTexts[kind];
  /** The entry as last saved. */
  const [entry, setEntry] = useState(given);
  const saved = entry ? toFormValues(entry) : blank;
  const [problem, setProblem] = useState<string | null>(null);
  /** Uploaded pictures of a new entry; the last one is its portrait. */
  const [pictures, setPictures] = useState<string[]>([]);
  const client = useQueryClient();
  const ownerId = entry?._id ?? `cast-${kind}`;
  const isUploading = useIsMutating({ mutationKey: worldMutationKey(ownerId, "upload") }) > 0;
  const { data } = useQuery({ ...libraryOptions({ kind }), enabled: open && entry !== null });
  const save = useDedupedMutation({
    mutationFn: async (changes: UpdateEntryInput): Promise<LibraryEntry> => {
      if (!entry) {
        const { lora: _, ...values }: EntityEditValues = form.getValues();
        const [primaryImageUrl = null, ...others] = pictures;
        const added = await createEntry({ kind, ...values, primaryImageUrl });
        return addPictures(added, others, (picture) => updateEntry(added._id, picture));
      }
      return saveLatest(entry, {
        schema: libraryEntryDto,
        changesFor: changesUnlessStale(entry, changes),
        send: (latest) => updateEntry(entry._id, latest),
        keep: setEntry,
      });
    },
    meta: { handlesError: true },
    onSuccess: (changed) => entry && setEntry(changed),
    onSettled: () => client.invalidateQueries({ queryKey: libraryKey }),
  });
  const close = () => onOpenChange(false);
  const { form, draft, submit } = useEditForm(entityEditForm[kind], {
    key: `cast:${entry?._id ?? `${viewerId}:${kind}`}`,
    open,
    saved,
    labels: editLabels,
    failure: "Failed to save",
    send: save.mutateAsync,
    onSaved() {
      if (!entry) setPictures([]);
      toast.success("Saved to your cast");
    },
    onDone: close,
    onProblem: setProblem,
  });
  const end = (message: string) => {
    draft.discard();
    void client.invalidateQueries({ queryKey: libraryKey });
    toast.success(message);
    close();
  };
  const copies = entry?.storyCount ?? 0;
  const stories =
    copies === 0 ? "No story has" : copies === 1 ? "1 story has" : `${copies} stories have`;
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={entry ? `${one} of My Cast` : `Add ${one} to My Cast`}
      description={
        entry
          ? `${stories} a copy. A copy changes only when you take the change over there.`
          : "Your stories can take it from here."
      }
      pending={save.isPending || isUploading}
      action={entry ? "Save Changes" : `Add ${one}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
      onSubmit={submit}
    >
      <div className={entityFormClasses}>
        <PortraitArea
          kind={kind}
          name={form.watch("name")}
          url={entry ? entry.primaryImageUrl : (pictures.at(-1) ?? null)}
          takes={entry ? entry.imageUrls : pictures.toReversed()}
          ownerId={ownerId}
          onPicture={async (url) => {
            if (entry) await save.mutateAsync({ primaryImageUrl: url });
            else setPictures((before) => [...before.filter((one) => one !== url), url]);
          }}
        >
          No picture yet. Upload one, or draw it in a story that takes it from here, and update your
          cast there.
        </PortraitArea>
        <div className="grid gap-5 min-w-0">
          <DraftNotice draft={draft} labels={editLabels} />
          {problem && <Notice tone="error">{problem}</Notice>}
          <EntityFields
            kind={kind}
            form={form}
            // The pending request would not include further text, and a second one would add it again.
            readOnly={!entry && save.isPending}
            hasLora={Boolean(entry?.lora)}
          />
        </div>
      </div>
      {entry && entry.outfits.length > 0 && (
        <section aria-label="Outfits" className="grid gap-2">
          <h3 className="font-bold">Outfits</h3>
          <ul className="grid gap-2 wrap-anywhere">
            {entry.outfits.map(({ name, description }) => (
              <li key={name}>
                {name}
                {description && <span className="field-hint block">{description}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {entry && (
        <>
          <Switch
            label="Remixes may take it along"
            description="Remixes of your stories by others get its outfits, all of its pictures and your later changes."
            checked={entry.allowRemix}
            onCheckedChange={(allowRemix) =>
              save.mutate({ allowRemix }, { onError: ({ message }) => setProblem(message) })
            }
          />
          <MergeSection
            name={entry.name}
            others={(data?.names ?? []).filter(
              (other) => other.kind === kind && other._id !== entry._id,
            )}
            hint="For two that are one: outfits and pictures come together, and copies of both follow."
            onMerge={async (into) => {
              await mergeEntries(entry._id, into);
              end("Merged");
            }}
          />
          <div>
            <InlineConfirm
              label="Remove From My Cast"
              question={`Remove ${entry.name} from your cast? Your stories keep their copies.`}
              confirmLabel="Remove"
              onConfirm={async () => end((await deleteEntry(entry._id)).message)}
            />
          </div>
        </>
      )}
    </FormDialog>
  );
}
