"use client";
import { Copy } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { Button } from "./button";
import { copyText } from "./utils/copy-text";

interface CopyButtonProps extends Pick<ComponentProps<typeof Button>, "ref" | "size" | "label"> {
  children?: string;
  text: string;
  /** Toast after success. */
  successMessage: string;
  /** Toast if the browser refuses: another way to get the text. */
  errorMessage: string;
}

/** A button that copies a text. */
export function CopyButton({
  text,
  successMessage,
  errorMessage,
  children = "Copy",
  ...button
}: CopyButtonProps) {
  return (
    <Button {...button} onClick={() => void copyText(text, successMessage, errorMessage)}>
      <Copy aria-hidden="true" /> {children}
    </Button>
  );
}

/** A read-only field that selects all of its text, with a copy button. */
export function CopyField({ name, ...copy }: CopyButtonProps & { name: string }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="field-label">
        {name}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          className="input min-w-[min(100%,16rem)] flex-1"
          readOnly
          value={copy.text}
          onFocus={({ target }) => target.select()}
        />
        <CopyButton {...copy} />
      </div>
    </>
  );
}
