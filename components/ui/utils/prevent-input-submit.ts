import type { KeyboardEvent } from "react";

/** Keeps Enter on a choice or in a filter from submitting the form around it. */
export function preventInputSubmit(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
}
