"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isUnauthorized } from "@/lib/platform/http/api-error";
import { askToSignIn } from "./sign-in-again";

interface OutOfDateProps {
  title: string;
  error: Error;
  onRetry: () => void;
  isTrying?: boolean;
  className?: string;
  /** What that means for what is shown. */
  children: ReactNode;
}

/** Something could not be fetched again: it is still shown, and whoever looks at it knows. */
export function OutOfDate({
  title,
  error,
  onRetry,
  isTrying,
  className,
  children,
}: OutOfDateProps) {
  return (
    <Notice
      tone="error"
      className={className}
      title={title}
      action={
        isUnauthorized(error) ? (
          <Button size="sm" onClick={() => void askToSignIn()}>
            Sign In
          </Button>
        ) : (
          <Button size="sm" loading={isTrying} onClick={onRetry}>
            Try Again
          </Button>
        )
      }
    >
      {children}
    </Notice>
  );
}
