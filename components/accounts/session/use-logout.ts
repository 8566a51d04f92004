"use client";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { signOut } from "./session";

/**
 * Signs out and opens the login form. Reloads the page, so that nothing of the previous person
 * stays in memory.
 */
export function useLogout() {
  const leave = useDedupedMutation({
    mutationFn: signOut,
    meta: { handlesError: true },
    onSuccess: () => window.location.assign("/login"),
    onError: () => toast.error("You could not be signed out. Check your connection and try again."),
  });
  return { logout: () => leave.mutate(), isLeaving: leave.isPending || leave.isSuccess };
}
