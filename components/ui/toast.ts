"use client";
/**
 * Short messages, top right, 4 s unless said otherwise.
 *
 *   toast.success("Scene regenerated successfully!");
 *   toast.error(message, { duration: 6000 });
 *   const id = toast.loading("…"); toast.success("Saved", { id });  toast.dismiss(id);
 *
 * The library (sonner) is loaded with the first message: a page that says nothing carries none of it.
 * ToastHost (toast-host.tsx) stands once in the root layout.
 */
import type { ExternalToast } from "sonner";
import type { SoundName } from "./sound";

type Kind = "message" | "success" | "error" | "info" | "warning" | "loading";
type Options = Omit<ExternalToast, "id"> & { id?: string | number };

/** What is heard with a message where the author wants sounds; a success has a sound of its own. */
const heard: Partial<Record<Kind, SoundName>> = {
  error: "error",
  message: "notice",
  info: "notice",
  warning: "notice",
};

let counter = 0;
let wanted = false;
const listeners = new Set<() => void>();

function show(kind: Kind, text: string, options: Options = {}): string | number {
  const id = options.id ?? `t${++counter}`;
  wanted = true;
  for (const listener of listeners) listener();
  void import("sonner").then(({ toast: show }) => show[kind](text, { ...options, id }));
  const sound = heard[kind];
  if (sound) void import("./sound").then(({ playSound }) => playSound(sound));
  return id;
}

export const toast = {
  message: (text: string, options?: Options) => show("message", text, options),
  success: (text: string, options?: Options) => show("success", text, options),
  error: (text: string, options?: Options) => show("error", text, options),
  info: (text: string, options?: Options) => show("info", text, options),
  warning: (text: string, options?: Options) => show("warning", text, options),
  loading: (text: string, options?: Options) => show("loading", text, options),
  dismiss(id?: string | number) {
    if (wanted) void import("sonner").then(({ toast: show }) => show.dismiss(id));
  },
};

/** For ToastHost: whether anything was ever said. */
export const toastWanted = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => wanted,
  getOnServer: () => false,
};
