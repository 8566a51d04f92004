"use client";
import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";

interface FormResultProps {
  tone: "success" | "info" | "error";
  text: string;
  /** Links to continue with. */
  children: ReactNode;
}

/** One function for all renders: a new ref callback would take the focus again. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

/** Replaces a form by its result and takes over its focus. */
export function FormResult({ tone, text, children }: FormResultProps) {
  return (
    <div
      ref={takeFocus}
      tabIndex={-1}
      className="grid gap-5 outline-none [&>a]:justify-self-center"
    >
      <Notice tone={tone}>{text}</Notice>
      {children}
    </div>
  );
}
