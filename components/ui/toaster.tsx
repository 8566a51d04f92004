"use client";
/** Sonner in our clothes. Loaded with the first message (toast.tsx); nobody else imports it. */
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { type ExternalToast, Toaster as Sonner, toast } from "sonner";
import { playSound, type SoundName } from "./sound";

export type ToastKind = "success" | "error" | "info" | "warning";

/** What is heard with a message where the author wants sounds; a success has a sound of its own. */
const heard: Partial<Record<ToastKind, SoundName>> = {
  error: "error",
  info: "notice",
  warning: "notice",
};

export function show(kind: ToastKind, text: string, options?: ExternalToast): void {
  toast[kind](text, options);
  const sound = heard[kind];
  if (sound) playSound(sound);
}

export function Toaster() {
  return (
    <Sonner
      position="top-right"
      duration={4000}
      closeButton
      visibleToasts={4}
      gap={10}
      offset={{ top: "calc(var(--header) + 12px)", right: 16 }}
      mobileOffset={{ top: "calc(var(--header) + 8px)", left: 16, right: 16 }}
      icons={{
        success: <CircleCheck aria-hidden="true" />,
        error: <CircleAlert aria-hidden="true" />,
        warning: <TriangleAlert aria-hidden="true" />,
        info: <Info aria-hidden="true" />,
        close: <X aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: "toast",
          success: "toast-success",
          error: "toast-error",
          warning: "toast-warning",
          info: "toast-info",
        },
      }}
    />
  );
}
