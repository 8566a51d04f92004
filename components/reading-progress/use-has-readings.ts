"use client";
import { useEffect, useState } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { tryStorage } from "@/lib/platform/try-storage";
import { readingsKey } from "./storage-keys";

/** Whether there may be readings to show, for components that load the code for them only then. */
export function useHasReadings(): { viewerId: string | undefined; isNeeded: boolean } {
  const { viewer, status } = useViewer();
  const [isStored, setStored] = useState(false);
  useEffect(() => setStored(tryStorage(() => localStorage.getItem(readingsKey)) !== null), []);
  return { viewerId: viewer?._id, isNeeded: viewer !== null || (status !== "loading" && isStored) };
}
