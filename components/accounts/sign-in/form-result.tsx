"use client";
import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";

interface FormResultProps {
  tone: "success" | "info" | "error";
  text: string;
  /** Where to go from here. */
  children: ReactNode;
}

/** One function for all renders: another one would take the focus again. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

/** What came of a form, in its place: it takes the focus that the form had. */
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
