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
  /** Consequence for the data shown. */
  children: ReactNode;
}

/** Says that a refetch failed and that the data shown may be stale. */
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
