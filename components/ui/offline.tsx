"use client";
/**
 * Says that the browser is offline, and whether something waits: mutations and queries that are begun
 * without a connection are sent when it is back. `OfflineNote` stands once below the header and in each
 * dialog, which covers it.
 */
import { onlineManager, useIsMutating } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useLeaveWarning } from "./use-leave-warning";

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
export const useIsOffline = () =>
  useSyncExternalStore(
    subscribe,
    () => !onlineManager.isOnline(),
    () => false,
  );

export function OfflineNote({ className }: { className?: string }) {
  const isOffline = useIsOffline();
  const waits = useIsMutating({ predicate: ({ state }) => state.isPaused }) > 0;
  useLeaveWarning(waits);
  return (
    // There before it speaks, so that it is read out.
    <div aria-live="polite" className={className}>
      {isOffline && (
        <p className="offline">
          {waits
            ? "You are offline. What you pressed waits, and is sent as soon as you are back."
            : "You are offline. What you write stays on this page."}
        </p>
      )}
    </div>
  );
}
