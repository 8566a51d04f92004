"use client";
import { useEffect, useRef, useState } from "react";

/** A question that stands in the place of the button that asks it: the button has the focus again afterwards. */
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
