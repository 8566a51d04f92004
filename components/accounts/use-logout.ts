"use client";
import { toast } from "@/components/ui/toast";
import { useWrite } from "@/components/ui/use-write";
import { signOut } from "./session";

/**
 * Signs out and opens the form. The page is loaded anew, so that nothing of the person who left stays
 * in memory.
 */
export function useLogout() {
  const leave = useWrite({
    mutationFn: signOut,
    meta: { handlesError: true },
    onSuccess: () => window.location.assign("/login"),
    onError: () => toast.error("You could not be signed out. Check your connection and try again."),
  });
  return { logout: () => leave.mutate(), isLeaving: leave.isPending || leave.isSuccess };
}
