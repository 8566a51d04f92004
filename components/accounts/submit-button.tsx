"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/hooks/use-hydrated";

/**
 * Submits a form of a prerendered page. Until hydration, when the browser would submit it without
 * validation, the button does nothing, but looks enabled.
 */
export function SubmitButton({ loading, children }: { loading: boolean; children: ReactNode }) {
  const isHydrated = useHydrated();
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      loading={loading}
      disabled={!isHydrated}
      className="disabled:border-ink disabled:border-solid disabled:bg-yellow disabled:text-on-yellow disabled:shadow-hard"
    >
      {children}
    </Button>
  );
}
