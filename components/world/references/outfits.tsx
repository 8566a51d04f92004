"use client";
import { Plus, Sparkles } from "lucide-react";
import { useState } from "react";
import { CostHint } from "@/components/spending/story-costs";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { Input, Textarea } from "@/components/ui/forms/text-input";
import { useDraft } from "@/components/ui/forms/use-draft";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { Notice } from "@/components/ui/notice";
import { createDrafts } from "@/lib/platform/draft-storage";
import { messageOf } from "@/lib/platform/http/api-error";
import { z } from "@/lib/platform/zod";
import { createOutfit, deleteOutfit, updateOutfit } from "@/lib/world/references/client";
import {
  type Outfit,
  type OutfitFormValues,
  outfitForm,
  type ReferenceSheet,
} from "@/lib/world/references/schema";
import type { Entity } from "@/lib/world/schema";

/** Unsaved outfits: of a character the new one, of an outfit its changes; null for none. */
const outfitDrafts = createDrafts<OutfitFormValues | null>({
  kind: "outfit",
  schema: z.object({ name: z.string().max(200), description: z.string().max(1000) }).nullable(),
  emptyValue: null,
});

interface OutfitsProps {
  entity: Entity;
  sheet: ReferenceSheet;
  keep: (sheet: ReferenceSheet) => void;
  draw: { mutate: (outfitId: string) => void; isPending: boolean };
}

/** What a character wears, by name. */
export function Outfits({ entity, sheet, keep, draw }: OutfitsProps) {
  const [edited, setEdited] = useState<string | null>(null);
  const close = () => setEdited(null);
  const form = { characterId: entity._id, keep, onDone: close };
  return (
    <section aria-label="Outfits" className="grid gap-3">
      <div>
        <h3 className="font-bold">Outfits</h3>
        <p className="field-hint">
          Clothes by name. Choose them for a panel in Edit Media: they stay until changed.
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
                label={
                  <>
                    Delete<span className="sr-only"> {outfit.name}</span>
                  </>
                }
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
  /** Null adds one. */
  outfit: Outfit | null;
  keep: (sheet: ReferenceSheet) => void;
  onDone: () => void;
}

function OutfitForm({ characterId, outfit, keep, onDone }: OutfitFormProps) {
  const [draft, setDraft] = useDraft(outfitDrafts, outfit?._id ?? characterId);
  const { name, description } = draft ?? outfit ?? { name: "", description: "" };
  const [problems, setProblems] = useState<Partial<Record<keyof OutfitFormValues, string>>>({});
  const save = useDedupedMutation({
    mutationFn: (values: OutfitFormValues) =>
      outfit
        ? updateOutfit(characterId, outfit._id, { ...values, version: outfit.version })
        : createOutfit(characterId, values),
    meta: { handlesError: true },
    onSuccess(sheet) {
      keep(sheet);
      setDraft(null);
      onDone();
    },
  });
  function submit() {
    const { data, error } = outfitForm.safeParse({ name, description });
    const of = (field: string) => error?.issues.find(({ path }) => path[0] === field)?.message;
    setProblems({ name: of("name") ?? "", description: of("description") ?? "" });
    if (data) save.mutate(data);
  }
  return (
    // A section, because Enter in a form would save the character.
    <section aria-label={outfit ? `Edit ${outfit.name}` : "New outfit"} className="grid gap-3">
      {save.error && <Notice tone="error">{messageOf(save.error)}</Notice>}
      <Field label="Outfit" error={problems.name || undefined}>
        <Input
          value={name}
          autoFocus
          placeholder="Raincoat"
          onChange={(event) => setDraft({ name: event.target.value, description })}
        />
      </Field>
      <Field label="Clothes in words" optional error={problems.description || undefined}>
        <Textarea
          rows={2}
          value={description}
          placeholder="A yellow raincoat to the knees, red boots"
          onChange={(event) => setDraft({ name, description: event.target.value })}
        />
      </Field>
      <div className="flex gap-2">
        <Button size="sm" onClick={onDone}>
          Not Now
        </Button>
        <Button size="sm" variant="primary" loading={save.isPending} onClick={submit}>
          Save Outfit
        </Button>
      </div>
    </section>
  );
}
