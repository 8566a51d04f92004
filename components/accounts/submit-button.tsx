"use client";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/hooks/use-hydrated";
import { cx } from "@/components/ui/utils/cx";

type SubmitButtonProps = Pick<
  ComponentProps<typeof Button>,
  "size" | "className" | "loading" | "children"
>;

/**
 * Submits a form of a prerendered page. Until hydration, when the browser would submit it without
 * validation, the button does nothing, but looks enabled.
 */
export function SubmitButton({ size = "lg", className, ...rest }: SubmitButtonProps) {
  const isHydrated = useHydrated();
  return (
    <Button
      type="submit"
      variant="primary"
      size={size}
      disabled={!isHydrated}
      className={cx(
        "disabled:border-ink disabled:border-solid disabled:bg-yellow disabled:text-on-yellow disabled:shadow-hard",
        className,
      )}
      {...rest}
    />
  );
}
