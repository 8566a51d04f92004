"use client";
import { useCallback } from "react";
import { toast } from "@/components/ui/toast";
import { signOut } from "./session";

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
