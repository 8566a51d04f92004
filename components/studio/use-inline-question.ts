"use client";
import { useEffect, useRef, useState } from "react";

/**
 * A confirmation that replaces the button asking for it; the button gets the focus back afterwards.
 */
export function useInlineQuestion() {
  const [asks, setAsks] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hasAsked = useRef(false);
  useEffect(() => {
    if (hasAsked.current && !asks) button.current?.focus();
    hasAsked.current = asks;
  }, [asks]);
  return { asks, setAsks, button };
}
