"use client";
import { useCallback, useSyncExternalStore } from "react";
import { toast } from "@/components/ui/toast";
import { type Session, sessionStore, signOut } from "./session-store";

/**
 * Who is signed in, known shortly after the page is there: prerendered pages say "loading". Visitors
 * cost no call, because only a browser that has signed in before asks.
 */
export const useViewer = (): Session =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.get, sessionStore.getOnServer);

/**
 * Signs out and opens the form. The page is loaded anew, so that nothing of the person who left stays
 * in memory.
 */
export function useLogout(): () => Promise<void> {
  return useCallback(async () => {
    try {
      await signOut();
    } catch {
      toast.error("You could not be signed out. Check your connection and try again.");
      return;
    }
    window.location.assign("/login");
  }, []);
}
