"use client";
import { Redo2, Undo2 } from "lucide-react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { Textarea } from "@/components/ui/forms/text-input";
import { cx } from "@/components/ui/utils/cx";
import { type DescriptionTone, descriptionLimits } from "./description-rules";
import {
  canRedo,
  canUndo,
  getCurrentText,
  moveVersion,
  replaceCurrentText,
  type TextVersions,
} from "./text-versions";

/** A large field that grows with its text. */
export const answerClasses =
  "max-h-96 resize-none rounded-card px-5 py-4 text-lg field-sizing-content read-only:text-ink-soft lg:text-xl/8";

const tones: Record<DescriptionTone, string> = {
  plain: "",
  near: "not-aria-invalid:border-amber bg-[color-mix(in_oklab,var(--color-yellow)_22%,var(--color-sheet))]",
  over: "border-red bg-[color-mix(in_oklab,var(--color-red)_14%,var(--color-sheet))]",
};

interface AnswerFieldProps {
  label: string;
  placeholder: string;
  versions: TextVersions;
  tone: DescriptionTone;
  error?: string | null;
  hint?: ReactNode;
  readOnly?: boolean;
  /** Called on any change by the author. */
  onChange: (versions: TextVersions) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  /** Ref to focus the field on an error. */
  area?: RefObject<HTMLTextAreaElement | null>;
  /** Beside the field's own buttons. */
  children?: ReactNode;
}

/** A large field for an answer, with its versions by AI and author. */
export function AnswerField({
  label,
  placeholder,
  versions,
  tone,
  error,
  hint,
  readOnly = false,
  onChange,
  onKeyDown,
  area,
  children,
}: AnswerFieldProps) {
  const move = (by: -1 | 1) => {
    if (!readOnly) onChange(moveVersion(versions, by));
  };
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} error={error ?? undefined} description={hint}>
        <Textarea
          ref={area}
          className={cx(answerClasses, "min-h-28 lg:min-h-48", tones[tone])}
          value={getCurrentText(versions)}
          onChange={(event) => onChange(replaceCurrentText(versions, event.target.value))}
          onKeyDown={onKeyDown}
          placeholder={placeholder}
          readOnly={readOnly}
          aria-busy={readOnly}
          rows={6}
          counter
          maxLength={descriptionLimits.max}
          warnAt={descriptionLimits.warning}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        {children}
        {versions.texts.length > 1 && (
          <>
            <Button
              icon
              label="Undo"
              title="Undo this change"
              variant="ghost"
              aria-disabled={readOnly || !canUndo(versions)}
              onClick={() => move(-1)}
            >
              <Undo2 aria-hidden="true" />
            </Button>
            <Button
              icon
              label="Redo"
              title="Redo this change"
              variant="ghost"
              aria-disabled={readOnly || !canRedo(versions)}
              onClick={() => move(1)}
            >
              <Redo2 aria-hidden="true" />
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
