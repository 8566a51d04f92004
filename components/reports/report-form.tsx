"use client";
import { useEffect, useRef, useState } from "react";
import { SubmitButton } from "@/components/accounts/submit-button";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-button";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { Field } from "@/components/ui/forms/field";
import { FieldError } from "@/components/ui/forms/field-error";
import { mapFormError } from "@/components/ui/forms/form-errors";
import { Select } from "@/components/ui/forms/select";
import { Input, Textarea } from "@/components/ui/forms/text-input";
import { useFormDraft } from "@/components/ui/forms/use-form-draft";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { useHydrated } from "@/components/ui/hooks/use-hydrated";
import { Notice } from "@/components/ui/notice";
import { sendReport } from "@/lib/reports/client";
import { reasonTexts } from "@/lib/reports/labels";
import {
  emailMissing,
  maxLength,
  needsEmail,
  type ReportInput,
  type ReportReason,
  type ReportReceipt,
  reportForm,
  reportReasons,
  type ReportForm as Values,
} from "@/lib/reports/schema";
import type { Reportable } from "@/lib/reports/view-models";

const blank: Values = { scene: "", reason: "", words: "", email: "" };
/** Never drafted, because several people may share a device. */
const excludedFields = ["email"];

interface ReportFormProps {
  subject: Reportable;
  /** Null for a visitor, who is asked for an email. */
  viewerId: string | null;
  back: string;
}

/** Reports a story, one of its scenes, or a person. The text is a draft until it is sent. */
export function ReportForm({ subject, viewerId, back }: ReportFormProps) {
  const { form, field, error, show } = useSchemaForm(reportForm);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useDedupedMutation({ mutationFn: sendReport, meta: { handlesError: true } });
  const draft = useFormDraft(form, {
    key: `report:${viewerId ?? "visitor"}:${subject.id}`,
    open: !send.isSuccess,
    saved: blank,
    excludedFields,
    prerendered: true,
  });
  // The session may have ended since the page was rendered: then the server requires an email.
  const [asksEmail, setAsksEmail] = useState(viewerId === null);
  const isHydrated = useHydrated();
  const values = form.watch();

  function submit({ scene, reason, words, email }: Values) {
    if (asksEmail && email === "" && needsEmail(reason)) {
      return show({ fields: [{ field: "email", message: emailMissing }], text: null });
    }
    const input: ReportInput = {
      kind: scene ? "scene" : subject.kind,
      id: scene || subject.id,
      reason: reason as ReportReason,
      words,
      ...(asksEmail && email !== "" && { email }),
    };
    setProblem(null);
    send.mutate(input, {
      onSuccess: () => draft.discard(),
      onError(failure) {
        const { fields, text } = mapFormError(
          failure,
          ["reason", "words", "email"],
          "Your report could not be sent",
        );
        if (fields.some(({ field: name }) => name === "email")) setAsksEmail(true);
        show({ fields, text: null });
        setProblem(text);
      },
    });
  }

  if (send.data) return <ReportSent receipt={send.data} back={back} />;
  return (
    <form noValidate method="post" className="grid gap-6" onSubmit={form.handleSubmit(submit)}>
      <DraftNotice draft={draft} labels={{}} />
      {subject.scenes.length > 1 && (
        <Field label="Which part of the story?" control="button">
          <Select
            value={values.scene || "all"}
            onValueChange={(scene) => form.setValue("scene", scene === "all" ? "" : scene)}
            options={[
              { value: "all", label: "The whole story" },
              ...subject.scenes.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
      )}
      <fieldset className="field" aria-describedby={error("reason") ? "reason-error" : undefined}>
        <legend className="field-label mb-1.5">What is wrong?</legend>
        <div className="grid gap-1 sm:grid-cols-2">
          {reportReasons.map((reason) => (
            <label key={reason} className="flex min-h-11 items-center gap-3 py-2">
              <input
                type="radio"
                value={reason}
                // A choice made before hydration would be lost; typed text survives.
                disabled={!isHydrated}
                // The browser's own does not match other fields in the dark theme.
                className="size-5 flex-none appearance-none rounded-full border-2 border-ink bg-sheet checked:bg-[radial-gradient(circle,var(--color-ink)_0.3125rem,transparent_0.375rem)] forced-colors:appearance-auto"
                {...field("reason")}
              />
              {reasonTexts[reason]}
            </label>
          ))}
        </div>
        {error("reason") && <FieldError id="reason-error">{error("reason")}</FieldError>}
      </fieldset>
      <Field
        label="Details"
        description="Name the texts or pictures, and why they should not be here."
        error={error("words")}
      >
        <Textarea rows={5} maxLength={maxLength.report} counter {...field("words")} />
      </Field>
      {asksEmail && (
        <Field
          label="Your email"
          optional={!needsEmail(values.reason)}
          description={`${needsEmail(values.reason) ? "Needed for" : "For"} the receipt and the decision only. The author does not see it.`}
          error={error("email")}
        >
          <Input type="email" autoComplete="email" spellCheck={false} {...field("email")} />
        </Field>
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
      <p className="text-sm text-ink-soft">
        By sending this you confirm that it is true to the best of your knowledge. We review every
        report. The author sees the decision, but not who reported.
      </p>
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-auto">
        <ButtonLink href={back} prefetch={false} size="lg">
          Cancel
        </ButtonLink>
        <SubmitButton loading={send.isPending}>Send Report</SubmitButton>
      </div>
    </form>
  );
}

function ReportSent({ receipt, back }: { receipt: ReportReceipt; back: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const page = `/report/${receipt.token}`;
  return (
    <div className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="display text-2xl">
        Thank you. We have your report, number {receipt.number}
      </h2>
      <p>
        {receipt.isMailed
          ? "We are emailing you its receipt. "
          : "Save the address of its receipt. "}
        The decision will be shown there.
      </p>
      <div className="field">
        <CopyField
          name="Address of the receipt"
          text={new URL(page, window.location.origin).href}
          successMessage="Address copied."
          errorMessage="Your browser does not allow copying. Select the address and copy it yourself."
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={page} prefetch={false} variant="primary">
          Open the Receipt
        </ButtonLink>
        <ButtonLink href={back} prefetch={false}>
          Go Back
        </ButtonLink>
      </div>
    </div>
  );
}
