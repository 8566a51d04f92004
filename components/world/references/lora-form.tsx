"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { Input } from "@/components/ui/forms/text-input";
import { useDraft } from "@/components/ui/forms/use-draft";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { createDrafts } from "@/lib/platform/draft-storage";
import { messageOf } from "@/lib/platform/http/api-error";
import { z } from "@/lib/platform/zod";
import { storyKeys } from "@/lib/stories/client";
import { updateEntity } from "@/lib/world/client";
import type { Entity } from "@/lib/world/schema";

/** Unsaved fields of a character's LoRA, as typed; null for none. */
const loraDrafts = createDrafts<{ name: string; weight: string } | null>({
  kind: "lora",
  schema: z.object({ name: z.string().max(200), weight: z.string().max(20) }).nullable(),
  emptyValue: null,
});

/** The LoRA that draws a character; shown where the site's image engine takes one. */
export function LoraForm({ entity: { _id, storyId, lora } }: { entity: Entity }) {
  const client = useQueryClient();
  const [draft, setDraft] = useDraft(loraDrafts, _id);
  const saved = { name: lora?.name ?? "", weight: String(lora?.weight ?? 1) };
  const { name, weight } = draft ?? saved;
  const number = Number(weight.replace(",", "."));
  const isValid = weight.trim() !== "" && Math.abs(number) <= 2;
  const save = useDedupedMutation({
    mutationFn: () =>
      updateEntity("character", _id, {
        lora: name.trim() === "" ? null : { name: name.trim(), weight: number },
      }),
    meta: { handlesError: true },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: storyKeys.detail(storyId) });
      setDraft(null);
      toast.success("Saved. It counts for the next picture.");
    },
  });
  return (
    <section aria-label="LoRA" className="grid gap-3">
      <div>
        <h3 className="font-bold">LoRA</h3>
        <p className="field-hint">
          A model of this character on the site's own image engine. Leave the name empty for none.
        </p>
      </div>
      {save.error && <Notice tone="error">{messageOf(save.error)}</Notice>}
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <Field label="Name of the LoRA" optional>
          <Input
            value={name}
            maxLength={120}
            onChange={(event) => setDraft({ name: event.target.value, weight })}
          />
        </Field>
        <Field label="Weight" error={isValid ? undefined : "A number from -2 to 2"}>
          <Input
            value={weight}
            inputMode="decimal"
            onChange={(event) => setDraft({ name, weight: event.target.value })}
          />
        </Field>
      </div>
      {draft && (
        <div className="flex gap-2">
          <Button size="sm" onClick={() => setDraft(null)}>
            Discard
          </Button>
          <Button
            size="sm"
            variant="primary"
            loading={save.isPending}
            disabled={!isValid}
            onClick={() => save.mutate()}
          >
            Save LoRA
          </Button>
        </div>
      )}
    </section>
  );
}
