"use client";
import { type ReactNode, useSyncExternalStore } from "react";
import { hasWordsHere } from "@/lib/stories/untouched";

const never = () => () => undefined;

interface IfWrittenProps {
  /** Drafts that nobody wrote in, as far as the server knows. */
  ids: string[];
  /** Shown where this browser has no words for any of them either. */
  otherwise?: ReactNode;
  children?: ReactNode;
}

/** Of a story that was only opened nothing is shown, unless words for it wait in this browser. */
export function IfWritten({ ids, otherwise, children }: IfWrittenProps) {
  const is = useSyncExternalStore(
    never,
    () => ids.some(hasWordsHere),
    () => false,
  );
  return is ? children : otherwise;
}
