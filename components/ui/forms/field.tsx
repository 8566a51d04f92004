"use client";
/**
 * Label, hint and error of one control, wired with aria to the control inside.
 *
 *   <Field label="Email" error={errors.email?.message} required>
 *     <Input type="email" autoComplete="email" {...register("email")} />
 *   </Field>
 *
 * Controls: Input, Textarea, PasswordInput (text-input.tsx), Select, Slider, Switch. The error
 * replaces the hint and marks the control invalid. Use `control="button"` for a Select.
 */
import { Field as Base } from "@base-ui/react/field";
import type { ReactNode } from "react";
import { RevealOnMount } from "../reveal";
import { FieldErrorIcon, fieldErrorClasses } from "./field-error";

interface FieldProps {
  label: ReactNode;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  description?: ReactNode;
  /** Keeps the hint beside an error, because the hint has all rules and the error only one. */
  isDescriptionPersistent?: boolean;
  error?: string | undefined;
  /** Marks optional fields; required ones carry no mark. */
  optional?: boolean;
  control?: "input" | "button";
  children: ReactNode;
}

export function Field({
  label,
  hideLabel,
  description,
  isDescriptionPersistent,
  error,
  optional,
  control = "input",
  children,
}: FieldProps) {
  return (
    <Base.Root className="field" invalid={Boolean(error)}>
      <Base.Label
        className={hideLabel ? "sr-only" : "field-label wrap-anywhere"}
        {...(control === "button" ? { nativeLabel: false, render: <div /> } : {})}
      >
        {label}
        {optional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </Base.Label>
      {children}
      {error && (
        <Base.Error match className={fieldErrorClasses} role="alert">
          <FieldErrorIcon />
          <span>{error}</span>
          <RevealOnMount />
        </Base.Error>
      )}
      {description && (!error || isDescriptionPersistent) && (
        <Base.Description className="field-hint">{description}</Base.Description>
      )}
    </Base.Root>
  );
}
