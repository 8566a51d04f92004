"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { isUnauthorized } from "@/lib/platform/http/api-error";
import { requestSignIn } from "./session/reauthenticate";

interface StaleDataNoticeProps {
  title: string;
  error: Error;
  onRetry: () => void;
  isRetrying?: boolean;
  className?: string;
  /** What that means for what is shown. */
  children: ReactNode;
}

/** Something could not be fetched again: it is still shown, and whoever looks at it knows. */
export function StaleDataNotice({
  title,
  error,
  onRetry,
  isRetrying,
  className,
  children,
}: StaleDataNoticeProps) {
  return (
    <Notice
      tone="error"
      className={className}
      title={title}
      action={
        isUnauthorized(error) ? (
          <Button size="sm" onClick={() => void requestSignIn()}>
            Sign In
          </Button>
        ) : (
          <Button size="sm" loading={isRetrying} onClick={onRetry}>
            Try Again
          </Button>
        )
      }
    >
      {children}
    </Notice>
  );
}
