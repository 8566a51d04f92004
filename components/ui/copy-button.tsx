"use client";
import { Copy } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { Button } from "./button";
import { toast } from "./toast";

interface CopyButtonProps extends Pick<ComponentProps<typeof Button>, "ref" | "size" | "label"> {
  children?: string;
  text: string;
  /** What is said afterwards. */
  successMessage: string;
  /** What is said where the browser does not let it be copied: another way to have it. */
  errorMessage: string;
}

/** Copies a text, and says so. */
export function CopyButton({
  text,
  successMessage,
  errorMessage,
  children = "Copy",
  ...button
}: CopyButtonProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(successMessage);
    } catch {
      // Somebody has to read it, and perhaps to write it down.
      toast.error(errorMessage, { duration: 6000 });
    }
  }
  return (
    <Button {...button} onClick={() => void copy()}>
      <Copy aria-hidden="true" /> {children}
    </Button>
  );
}

/** A text to take along, in a field with a name that selects it all. */
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
