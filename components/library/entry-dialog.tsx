"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { mapFormError } from "@/components/accounts/form-errors";
import { Dialog } from "@/components/ui/dialog";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { FormFooter } from "@/components/ui/forms/form-footer";
import { submitFormDraft } from "@/components/ui/forms/submit-form-draft";
import { Switch } from "@/components/ui/forms/switch";
import { useFormDraft } from "@/components/ui/forms/use-form-draft";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { EntityFields } from "@/components/world/entity-fields";
import { entityTexts } from "@/components/world/entity-texts";
import { fieldLabels, fieldNames, toFormValues } from "@/components/world/entity-values";
import { PortraitTakes } from "@/components/world/portrait-takes";
import {
  deleteEntry,
  libraryKey,
  libraryOptions,
  mergeEntries,
  updateEntry,
} from "@/lib/library/client";
import type { LibraryEntry, UpdateEntryInput } from "@/lib/library/schema";
import { entityForm } from "@/lib/world/schema";
import { asEntity } from "./as-entity";
import { MergeSection } from "./merge-section";

interface EntryDialogProps {
  entry: LibraryEntry;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Edits an entry of the viewer's cast, merges it with another one, or deletes it. */
export function EntryDialog({ entry, open, onOpenChange }: EntryDialogProps) {
  const formId = useId();
  const { _id, kind, name, version } = entry;
  const saved = toFormValues(asEntity(entry));
  const { form } = useSchemaForm(entityForm[kind], saved);
  const draft = useFormDraft(form, { key: `cast:${_id}`, open, saved });
  const [problem, setProblem] = useState<string | null>(null);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: libraryKey });
  const save = useDedupedMutation({
    mutationFn: (changes: UpdateEntryInput) => updateEntry(_id, { ...changes, version }),
    meta: { handlesError: true },
    onSettled: refresh,
  });
  const { data } = useQuery({ ...libraryOptions({ kind }), enabled: open });
  const setNow = (changes: UpdateEntryInput) =>
    save.mutate(changes, { onError: ({ message }) => setProblem(message) });
  const end = async (message: string) => {
    draft.discard();
    await refresh();
    toast.success(message);
    onOpenChange(false);
  };
  const submit = form.handleSubmit((values) =>
    submitFormDraft(values, {
      ...{ form, draft, saved },
      send(changes, handlers) {
        setProblem(null);
        save.mutate(changes, handlers);
      },
      onSaved: () => toast.success("Saved to your cast"),
      onDone: () => onOpenChange(false),
      mapError: (error) => mapFormError(error, fieldNames, "Failed to save"),
      onFormError: setProblem,
    }),
  );
  const stories = entry.storyCount === 1 ? "1 story has" : `${entry.storyCount} stories have`;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={`${entityTexts[kind].one} of My Cast`}
      description={`${stories} a copy. A copy changes only when you take the change over there.`}
      locked={save.isPending}
      footer={
        <FormFooter form={formId} onCancel={() => onOpenChange(false)} loading={save.isPending}>
          Save Changes
        </FormFooter>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <form
          id={formId}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => void submit(event)}
        >
          <DraftNotice draft={draft} labels={fieldLabels} />
          {problem && <Notice tone="error">{problem}</Notice>}
          <PortraitTakes
            urls={entry.imageUrls}
            chosen={entry.primaryImageUrl}
            pending={save.isPending ? (save.variables?.primaryImageUrl ?? null) : null}
            onChoose={(primaryImageUrl) => setNow({ primaryImageUrl })}
          />
          <EntityFields kind={kind} form={form} />
        </form>
        {entry.outfits.length > 0 && (
          <p>
            <b>Outfits:</b> {entry.outfits.map((one) => one.name).join(", ")}
          </p>
        )}
        <Switch
          label="Remixes may take it along"
          description="Remixes of your stories by others get its outfits, all of its pictures and your later changes."
          checked={entry.allowRemix}
          onCheckedChange={(allowRemix) => setNow({ allowRemix })}
        />
        <MergeSection
          name={name}
          others={(data?.entries ?? []).filter((one) => one._id !== _id)}
          hint="For two that are one: outfits and pictures come together, and copies of both follow."
          onMerge={async (into) => {
            await mergeEntries(_id, into);
            await end("Merged");
          }}
        />
        <InlineConfirm
          label="Remove From My Cast"
          question={`Remove ${name} from your cast? Your stories keep their copies.`}
          confirmLabel="Remove"
          onConfirm={async () => end((await deleteEntry(_id)).message)}
        />
      </div>
    </Dialog>
  );
}
