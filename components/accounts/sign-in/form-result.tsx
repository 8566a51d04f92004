"use client";
import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";
import { takeFocus } from "@/components/ui/utils/take-focus";

interface FormResultProps {
  tone: "success" | "info" | "error";
  text: string;
  /** Links to continue with. */
  children: ReactNode;
}

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
