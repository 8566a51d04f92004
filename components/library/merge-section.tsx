"use client";
import { Merge } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/ui/forms/field";
import { Select } from "@/components/ui/forms/select";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { Notice } from "@/components/ui/notice";
import { messageWithFallback } from "@/lib/platform/http/api-error";

interface MergeSectionProps {
  /** The one that is merged into another. */
  name: string;
  others: readonly { _id: string; name: string }[];
  /** What the other one gets. */
  hint: string;
  onMerge: (into: string) => Promise<void>;
}

/** Merges one character, location or entry into another that means the same. */
export function MergeSection({ name, others, hint, onMerge }: MergeSectionProps) {
  const [chosen, setChosen] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const into = others.find(({ _id }) => _id === chosen) ?? others[0];
  if (!into) return null;
  async function merge(id: string) {
    setProblem(null);
    try {
      await onMerge(id);
    } catch (error) {
      setProblem(messageWithFallback(error, "The two could not be merged"));
      throw error;
    }
  }
  return (
    <section aria-label="Merge" className="grid gap-3">
      {problem && <Notice tone="error">{problem}</Notice>}
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
          label={`Merge With ${into.name}`}
          question={`Merge ${name} into ${into.name}? ${name} is gone afterwards.`}
          confirmLabel="Merge"
          onConfirm={() => merge(into._id)}
        />
      </div>
    </section>
  );
}
