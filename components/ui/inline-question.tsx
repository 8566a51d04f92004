"use client";
import { useEffect, useRef, useState } from "react";

/**
 * A confirmation that replaces the button asking for it; the button gets the focus back afterwards.
 */
export function useInlineQuestion() {
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hasAsked = useRef(false);
  useEffect(() => {
    if (hasAsked.current && !isAsking) button.current?.focus();
    hasAsked.current = isAsking;
  }, [isAsking]);
  return { isAsking, setIsAsking, button };
}
