"use client";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { prefersReducedMotion } from "@/components/ui/utils/reduced-motion";
import { getQueryClient } from "./query-client";

/** What a <details> has opened may lie below what is to be seen. `toggle` does not bubble. */
function scrollToOpenedDetails({ target }: Event) {
  if (!(target instanceof HTMLDetailsElement && target.open)) return;
  target.scrollIntoView({
    block: "nearest",
    behavior: prefersReducedMotion() ? "instant" : "smooth",
  });
}

/** Around every page, in the root layout: all of them share one query client. */
export function Providers({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.addEventListener("toggle", scrollToOpenedDetails, true);
    return () => document.removeEventListener("toggle", scrollToOpenedDetails, true);
  }, []);
  return <QueryClientProvider client={getQueryClient()}>{children}</QueryClientProvider>;
}
