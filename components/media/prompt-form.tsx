"use client";
import { SendHorizontal } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { Textarea } from "@/components/ui/forms/text-input";
import { usePromptBox } from "./use-prompt-box";

/**
 * The box, and below it the number of pictures and the button. On a phone the tab names the box:
 * without a label, the picture gets more height.
 */
const formClasses =
  "flex flex-wrap items-center gap-x-2.5 gap-y-1.5 [&>.field]:basis-full max-[56rem]:[&_.field-label]:sr-only";

interface PromptFormProps
  extends Pick<Parameters<typeof usePromptBox>[0], "value" | "onChange" | "check" | "onSubmit">,
    Pick<ComponentProps<typeof Textarea>, "placeholder" | "rows"> {
  label: string;
  action: string;
  /** Label beside the icon. */
  word: string;
  /** Below the box while there is no error. */
  hint: ReactNode;
  /** Controls below the prompt. */
  children?: ReactNode;
}

/** A tab's prompt with its button. */
export function PromptForm({
  label,
  placeholder,
  action,
  word,
  rows,
  hint,
  children,
  ...options
}: PromptFormProps) {
  const box = usePromptBox(options);
  return (
    <form
      className={formClasses}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        box.submit();
      }}
    >
      <Field label={label} error={box.problem} description={hint}>
        <Textarea
          className="max-[56rem]:h-18 max-[56rem]:min-h-0"
          rows={rows}
          placeholder={placeholder}
          {...box.props}
        />
      </Field>
      {children}
      <Button type="submit" label={action} className="ml-auto max-[56rem]:px-3">
        <SendHorizontal aria-hidden="true" /> {word}
      </Button>
    </form>
  );
}
