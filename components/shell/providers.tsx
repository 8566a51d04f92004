"use client";
/**
 * Query client and reduced motion, for pages that live in the browser: the layouts of (account) and
 * (studio), and islands that public pages load afterwards (all share one client). Never in the root
 * layout: public pages carry neither library.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { MotionConfig } from "motion/react";
import type { ReactNode } from "react";
import { getQueryClient } from "./query-client";

export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={getQueryClient()}>
      <MotionConfig reducedMotion="user" transition={{ duration: 0.2, ease: "easeOut" }}>
        {children}
      </MotionConfig>
    </QueryClientProvider>
  );
}
