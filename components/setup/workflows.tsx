"use client";
import type { FormEvent } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { Input, Textarea } from "@/components/ui/forms/text-input";
import { useDraft } from "@/components/ui/forms/use-draft";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { Notice } from "@/components/ui/notice";
import { createDrafts } from "@/lib/platform/draft-storage";
import { ApiError, messageOf } from "@/lib/platform/http/api-error";
import { countOf } from "@/lib/platform/text/count-of";
import { z } from "@/lib/platform/zod";
import { saveWorkflow } from "@/lib/setup/client";
import type { Setup, WorkflowState } from "@/lib/setup/schema";

/** Name and JSON of a workflow to keep. */
const drafts = createDrafts({
  kind: "workflow",
  scope: "tab",
  schema: z.string(),
  emptyValue: "",
});

const kinds = {
  text: "Pictures from words",
  edit: "Pictures with references, and changes",
  repair: "Changes within a mask",
};

function purposeOf({ kind, pictures, source }: WorkflowState): string {
  return [
    kind ? kinds[kind] : "Cannot be used",
    ...(pictures > 0 ? [`takes ${countOf(pictures, "picture")}`] : []),
    source === "folder" ? "from the folder" : "pasted here",
  ].join(", ");
}

interface WorkflowsProps {
  workflows: WorkflowState[];
  onSaved: (setup: Setup) => void;
}

/** The workflows of ComfyUI: what each is for, what it lacks, and a form for another one. */
export function Workflows({ workflows, onSaved }: WorkflowsProps) {
  const [name, setName] = useDraft(drafts, "name");
  const [json, setJson] = useDraft(drafts, "json");
  const save = useDedupedMutation({
    mutationFn: saveWorkflow,
    meta: { handlesError: true },
    onSuccess(setup, sent) {
      onSaved(setup);
      // Not what was typed while it was being saved.
      if (drafts.get("name") === sent.name) setName("");
      if (drafts.get("json") === sent.json) setJson("");
    },
  });
  const errors = save.error instanceof ApiError ? save.error.errors : [];
  const errorOf = (field: string) => errors.find((one) => one.field === field)?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name, json });
  };
  return (
    <section aria-labelledby="workflows" className="grid gap-5">
      <h2 id="workflows" className="display text-2xl">
        Workflows for ComfyUI
      </h2>
      <ul className="grid gap-3">
        {workflows.map((workflow) => {
          const { name: title, source, problem, missing } = workflow;
          const isBroken = problem !== null || missing.length > 0;
          return (
            <li
              key={title}
              className="grid gap-2 rounded-card border-2 border-ink bg-sheet px-5 py-4"
            >
              <div className="flex flex-wrap items-start justify-between gap-3">
                <div className="min-w-0">
                  <h3 className="font-bold wrap-anywhere">{title}</h3>
                  <p className="text-sm text-ink-soft">{purposeOf(workflow)}</p>
                </div>
                <Badge tone={isBroken ? "red" : "green"}>{isBroken ? "Incomplete" : "Ready"}</Badge>
              </div>
              {problem && <p className="text-sm text-red">{problem}</p>}
              {missing.length > 0 && (
                <p className="text-sm text-red wrap-anywhere">
                  ComfyUI lacks {missing.join(", ")}.
                </p>
              )}
              {source === "setup" && (
                <InlineConfirm
                  size="sm"
                  label={
                    <>
                      Delete<span className="sr-only"> {title}</span>
                    </>
                  }
                  question={`Delete the workflow ${title}?`}
                  confirmLabel="Delete"
                  onConfirm={async () => onSaved(await saveWorkflow({ name: title, json: null }))}
                />
              )}
            </li>
          );
        })}
      </ul>
      <form onSubmit={submit} className="grid max-w-measure gap-4">
        <Field
          label="Name"
          description="A workflow of the same name is replaced."
          error={errorOf("name")}
        >
          <Input value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field
          label="Workflow"
          description="From ComfyUI's menu: Export (API). Titles of its nodes name its inputs."
          error={errorOf("json")}
        >
          <Textarea
            rows={6}
            spellCheck={false}
            value={json}
            onChange={({ target }) => setJson(target.value)}
          />
        </Field>
        {save.error && errors.length === 0 && <Notice tone="error">{messageOf(save.error)}</Notice>}
        <div>
          <Button type="submit" loading={save.isPending}>
            Keep the workflow
          </Button>
        </div>
      </form>
    </section>
  );
}
