import type { KeyboardEvent } from "react";

/** Prevents Enter in a radio group or a filter from submitting the surrounding form. */
export function preventInputSubmit(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}
