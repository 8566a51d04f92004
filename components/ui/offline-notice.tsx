"use client";
/**
 * Shows that the browser is offline and whether mutations or queries are paused until it is online.
 * Rendered below the header, and in each dialog, which covers the header.
 */
import { onlineManager, useIsMutating } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useBeforeUnloadWarning } from "./hooks/use-before-unload-warning";

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
export const useIsOffline = () =>
  useSyncExternalStore(
    subscribe,
    () => !onlineManager.isOnline(),
    () => false,
  );

export function OfflineNotice({ className }: { className?: string }) {
  const isOffline = useIsOffline();
  const hasPausedMutations = useIsMutating({ predicate: ({ state }) => state.isPaused }) > 0;
  useBeforeUnloadWarning(hasPausedMutations);
  return (
    // Rendered while empty, so that screen readers announce its text.
    <div aria-live="polite" className={className}>
      {isOffline && (
        <p className="offline">
          {hasPausedMutations
            ? "You are offline. Your changes are sent once you are back online."
            : "You are offline. Your text stays on this page."}
        </p>
      )}
    </div>
  );
}
