"use client";
import { Merge } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/ui/forms/field";
import { Select } from "@/components/ui/forms/select";
import { InlineConfirm } from "@/components/ui/inline-confirm";

interface MergeSectionProps {
  /** Name of the entity or entry that disappears. */
  name: string;
  others: readonly { _id: string; name: string }[];
  /** What the remaining one gets. */
  hint: string;
  onMerge: (into: string) => Promise<void>;
}

/** Merges a duplicate of a character, location or entry into another one. */
export function MergeSection({ name, others, hint, onMerge }: MergeSectionProps) {
  const [chosen, setChosen] = useState<string>();
  const into = others.find(({ _id }) => _id === chosen) ?? others[0];
  if (!into) return null;
  return (
    <section aria-label="Merge" className="grid gap-3">
      <div className="max-w-form">
        <Field label="Merge with" description={hint} control="button">
          <Select
            options={others.map((one) => ({ value: one._id, label: one.name }))}
            value={into._id}
            onValueChange={setChosen}
          />
        </Field>
      </div>
      <div>
        <InlineConfirm
          icon={<Merge aria-hidden="true" />}
          label={<span className="wrap-anywhere">Merge With {into.name}</span>}
          question={`Merge ${name} into ${into.name}? ${name} is gone afterwards.`}
          confirmLabel="Merge"
          failure="The two could not be merged"
          onConfirm={() => onMerge(into._id)}
        />
      </div>
    </section>
  );
}
