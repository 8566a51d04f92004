"use client";
import { Plus, Sparkles } from "lucide-react";
import { useState } from "react";
import { CostHint } from "@/components/spending/story-costs";
import { Button } from "@/components/ui/button";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { Field } from "@/components/ui/forms/field";
import { Input, Textarea } from "@/components/ui/forms/text-input";
import { useEditForm } from "@/components/ui/forms/use-edit-form";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { Notice } from "@/components/ui/notice";
import { passFocus } from "@/components/ui/pass-focus";
import { deleteOutfit, saveOutfit } from "@/lib/world/references/client";
import {
  type Outfit,
  type OutfitFormValues,
  outfitForm,
  type ReferenceSheet,
} from "@/lib/world/references/schema";
import type { Entity } from "@/lib/world/schema";
import { useField } from "../entity-fields";

interface OutfitsProps {
  entity: Entity;
  sheet: ReferenceSheet;
  keep: (sheet: ReferenceSheet) => void;
  draw: { mutate: (outfitId: string) => void; isPending: boolean };
}

/** The named outfits of a character. */
export function Outfits({ entity, sheet, keep, draw }: OutfitsProps) {
  const [edited, setEdited] = useState<string | null>(null);
  const form = { characterId: entity._id, sheet, keep, onDone: () => setEdited(null) };
  return (
    <section aria-label="Outfits" className="grid gap-3">
      <div>
        <h3 className="font-bold">Outfits</h3>
        <p className="field-hint">
          Clothes by name. Choose them for a panel in Edit Media, under Generate: they stay until
          changed.
        </p>
      </div>
      {sheet.outfits.map((outfit) =>
        edited === outfit._id ? (
          <OutfitForm key={outfit._id} {...form} outfit={outfit} />
        ) : (
          <div
            key={outfit._id}
            className="grid gap-2 border-t-2 border-rule pt-3 sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <p className="min-w-0 wrap-anywhere">
              <span className="font-bold">{outfit.name}</span>
              {outfit.description && (
                <span className="block text-sm text-ink-soft">{outfit.description}</span>
              )}
            </p>
            <div className="flex flex-wrap items-center gap-2">
              <Button size="sm" onClick={() => setEdited(outfit._id)}>
                Edit<span className="sr-only"> {outfit.name}</span>
              </Button>
              <Button
                size="sm"
                disabled={!entity.primaryImageUrl}
                loading={draw.isPending}
                onClick={() => draw.mutate(outfit._id)}
              >
                <Sparkles aria-hidden="true" /> Draw
                <span className="sr-only"> {outfit.name}</span>
              </Button>
              <CostHint storyId={entity.storyId} of={({ picture }) => picture} />
              <InlineConfirm
                size="sm"
                label={<span className="sr-only">Delete {outfit.name}</span>}
                question={`Delete ${outfit.name} with its pictures? Panels show what was worn before.`}
                confirmLabel="Delete"
                onConfirm={async () => keep(await deleteOutfit(entity._id, outfit._id))}
              />
            </div>
          </div>
        ),
      )}
      {edited === "new" ? (
        <OutfitForm {...form} outfit={null} />
      ) : (
        <Button size="sm" className="justify-self-start" onClick={() => setEdited("new")}>
          <Plus aria-hidden="true" /> Add an Outfit
        </Button>
      )}
    </section>
  );
}

interface OutfitFormProps {
  characterId: string;
  /** Null adds an outfit. */
  outfit: Outfit | null;
  sheet: ReferenceSheet;
  keep: (sheet: ReferenceSheet) => void;
  onDone: () => void;
}

const labels = { name: "Outfit", description: "Clothes in words" } as const;

function OutfitForm({ characterId, onDone, ...seen }: OutfitFormProps) {
  const { outfit, keep } = seen;
  const saved = { name: outfit?.name ?? "", description: outfit?.description ?? "" };
  const [problem, setProblem] = useState<string | null>(null);
  const save = useDedupedMutation({
    mutationFn: (changes: Partial<OutfitFormValues>) => saveOutfit(characterId, seen, changes),
    meta: { handlesError: true },
    onSuccess: keep,
  });
  const { form, draft, submit } = useEditForm(outfitForm, {
    key: `outfit:${outfit?._id ?? characterId}`,
    open: true,
    saved,
    labels,
    failure: "Failed to save",
    send: save.mutateAsync,
    onDone,
    onProblem: setProblem,
  });
  const name = useField(form, "name");
  const description = useField(form, "description");
  // The pending request would not include further text, and a second one would add it again.
  const isAdding = outfit === null && save.isPending;
  return (
    // A section, because Enter in a form would save the character.
    <section
      ref={passFocus}
      aria-label={outfit ? `Edit ${outfit.name}` : "New outfit"}
      className="grid gap-3"
    >
      <DraftNotice draft={draft} labels={labels} />
      {problem && <Notice tone="error">{problem}</Notice>}
      <Field label={labels.name} error={name.error}>
        <Input {...name.control} readOnly={isAdding} autoFocus placeholder="Raincoat" />
      </Field>
      <Field label={labels.description} optional error={description.error}>
        <Textarea
          {...description.control}
          readOnly={isAdding}
          rows={2}
          placeholder="A yellow raincoat to the knees, red boots"
        />
      </Field>
      <div className="flex gap-2">
        <Button size="sm" onClick={onDone}>
          Not Now
        </Button>
        <Button size="sm" variant="primary" loading={save.isPending} onClick={() => void submit()}>
          Save Outfit
        </Button>
      </div>
    </section>
  );
}
