"use client";
/**
 * Short messages at the top right, or at the foot of a phone or a large dialog; 4 s by default.
 *
 *   toast.success("Scene regenerated successfully!");
 *   toast.error(message, { duration: 6000 });
 *
 * Sonner loads with the first toast (toaster.tsx). The root layout renders the only ToastHost.
 */
import { type ComponentType, useSyncExternalStore } from "react";
import type { ExternalToast } from "sonner";
import { createListeners } from "@/lib/platform/listeners";
import type { ToastKind } from "./toaster";

let toaster: ComponentType | null = null;
const { notify, subscribe } = createListeners();

const createToast = (kind: ToastKind) => (text: string, options?: ExternalToast) =>
  void import("./toaster").then(
    ({ Toaster, showToast }) => {
      toaster = Toaster;
      notify();
      showToast(kind, text, options);
    },
    // Without a connection sonner cannot load: show the plain text. The next toast tries again.
    () => showFallbackToast(text),
  );

function showFallbackToast(text: string) {
  const note = document.createElement("p");
  note.className = "notice border-blue fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md";
  note.role = "alert";
  note.textContent = text;
  document.body.append(note);
  setTimeout(() => note.remove(), 6_000);
}

/** For pages on which something can fail: without a connection it could not load then. */
export const preloadToaster = () => void import("./toaster").catch(() => undefined);

export const toast = {
  success: createToast("success"),
  error: createToast("error"),
  info: createToast("info"),
  warning: createToast("warning"),
};

export function ToastHost() {
  const Toaster = useSyncExternalStore(
    subscribe,
    () => toaster,
    () => null,
  );
  return Toaster && <Toaster />;
}
