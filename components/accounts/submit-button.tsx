"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useAwake } from "@/components/ui/use-awake";

/**
 * Sends a form of a prerendered page. Before the script is there the browser would send it by itself,
 * with nothing checked: until then the button does nothing, and looks the same.
 */
export function SubmitButton({ loading, children }: { loading: boolean; children: ReactNode }) {
  const awake = useAwake();
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      loading={loading}
      disabled={!awake}
      className="disabled:border-ink disabled:border-solid disabled:bg-yellow disabled:text-on-yellow disabled:shadow-hard"
    >
      {children}
    </Button>
  );
}
