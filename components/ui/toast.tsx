"use client";
/**
 * Short messages, top right, in the head of a dialog or at the foot of a phone, 4 s unless said
 * otherwise.
 *
 *   toast.success("Scene regenerated successfully!");
 *   toast.error(message, { duration: 6000 });
 *
 * Sonner comes with the first message (toaster.tsx). ToastHost stands once, in the root layout.
 */
import { type ComponentType, useSyncExternalStore } from "react";
import type { ExternalToast } from "sonner";
import { createListeners } from "./listeners";
import type { ToastKind } from "./toaster";

let toaster: ComponentType | null = null;
const { tell, subscribe } = createListeners();

const say = (kind: ToastKind) => (text: string, options?: ExternalToast) =>
  void import("./toaster").then(
    ({ Toaster, show }) => {
      toaster = Toaster;
      tell();
      show(kind, text, options);
    },
    // Without a connection it cannot come: the words alone. The next message asks again.
    () => sayPlainly(text),
  );

function sayPlainly(text: string) {
  const note = document.createElement("p");
  note.className = "notice notice-info fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md";
  note.role = "alert";
  note.textContent = text;
  document.body.append(note);
  setTimeout(() => note.remove(), 6_000);
}

/** For pages on which something can fail: without a connection it could not come any more. */
export const fetchToaster = () => void import("./toaster").catch(() => undefined);

export const toast = {
  success: say("success"),
  error: say("error"),
  info: say("info"),
  warning: say("warning"),
};

export function ToastHost() {
  const Toaster = useSyncExternalStore(
    subscribe,
    () => toaster,
    () => null,
  );
  return Toaster && <Toaster />;
}
