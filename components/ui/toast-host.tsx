"use client";
/** Stands once in the root layout; brings the toaster with the first message (toast.ts). */
import { lazy, Suspense, useSyncExternalStore } from "react";
import { toastWanted } from "./toast";

const Toaster = lazy(() => import("./toaster"));

export function ToastHost() {
  const wanted = useSyncExternalStore(
    toastWanted.subscribe,
    toastWanted.get,
    toastWanted.getOnServer,
  );
  if (!wanted) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
