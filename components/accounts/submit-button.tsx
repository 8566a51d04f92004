"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/hooks/use-hydrated";

/**
 * Sends a form of a prerendered page. Before the script is there the browser would send it by itself,
 * with nothing checked: until then the button does nothing, and looks the same.
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
