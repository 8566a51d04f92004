"use client";
/**
 * Says that the browser is offline, and whether changes wait for it to be online again. Rendered
 * below the header, and in each dialog, which covers the header.
 */
import { onlineManager, useIsMutating } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useBeforeUnloadWarning } from "./hooks/use-before-unload-warning";
import { cx } from "./utils/cx";

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
export const useIsOffline = () =>
  useSyncExternalStore(
    subscribe,
    () => !onlineManager.isOnline(),
    () => false,
  );

interface OfflineNoticeProps {
  /** A strip below the title of a dialog, instead of a card. */
  isStrip?: boolean;
  className?: string;
}

export function OfflineNotice({ isStrip, className }: OfflineNoticeProps) {
  const isOffline = useIsOffline();
  const hasPausedMutations = useIsMutating({ predicate: ({ state }) => state.isPaused }) > 0;
  useBeforeUnloadWarning(hasPausedMutations);
  return (
    // Rendered while empty, so that screen readers announce its text.
    <div aria-live="polite" className={className}>
      {isOffline && (
        <p
          className={cx(
            "bg-yellow py-2 text-[0.875rem] font-bold text-on-yellow",
            isStrip
              ? "border-b-2 border-ink px-4 sm:px-6"
              : "rounded-control border-2 border-ink px-3.5",
          )}
        >
          {hasPausedMutations
            ? "You are offline. Your changes are sent once you are back online."
            : "You are offline. Your text stays on this page."}
        </p>
      )}
    </div>
  );
}
