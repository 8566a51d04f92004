"use client";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { reveal } from "@/components/ui/reveal";
import { getQueryClient } from "./query-client";

/** An opened <details> may expand below the visible area. `toggle` does not bubble. */
function scrollToOpenedDetails({ target }: Event) {
  if (!(target instanceof HTMLDetailsElement && target.open)) return;
  reveal(target);
}

/** Wraps every page in the root layout, so that all share one query client. */
export function Providers({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.addEventListener("toggle", scrollToOpenedDetails, true);
    return () => document.removeEventListener("toggle", scrollToOpenedDetails, true);
  }, []);
  return <QueryClientProvider client={getQueryClient()}>{children}</QueryClientProvider>;
}
