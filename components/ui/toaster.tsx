"use client";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { type ExternalToast, Toaster as Sonner, toast, useSonner } from "sonner";
/** Sonner with our styles. Only toast.tsx imports it, with the first toast. */
import { maxOf } from "@/lib/platform/min-max";
import { useIsDialogOpen } from "./open-dialogs";
import { playSound, type SoundName } from "./sound";

export type ToastKind = "success" | "error" | "info" | "warning";

/** Sound of each kind of toast, if sounds are on; a success has a sound of its own. */
const toastSounds: Partial<Record<ToastKind, SoundName>> = {
  error: "error",
  info: "notice",
  warning: "notice",
};

/** Bars at the foot of a phone's screen, whose buttons a toast must not cover. */
const bottomBarSelector = ".prompt-bar, .wizard-actions, .tools, .resume, .owner-link";

/** Pixels at the foot of the screen that a visible bar takes. */
function measureBottomInset(): number {
  const foot = window.innerHeight;
  const tops = [...document.querySelectorAll(bottomBarSelector)]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ top, bottom, height }) => height > 0 && top < foot && bottom > foot - 24);
  return maxOf(
    tops.map(({ top }) => foot - top),
    0,
  );
}

/**
 * Pixels from the top at which toasts begin while a dialog is open: within the header of a dialog
 * that reaches up there, else above it.
 */
function measureTopInDialog(): number {
  const dialogs = [...document.querySelectorAll<HTMLElement>(".dialog[data-open]")];
  const top = dialogs.at(-1)?.offsetTop ?? 0;
  return top < 72 ? top + 12 : 12;
}

export function showToast(kind: ToastKind, text: string, options?: ExternalToast): void {
  toast[kind](text, options);
  const sound = toastSounds[kind];
  if (sound) playSound(sound);
}

/** Focuses the toasts: the library's own Alt+T opens a menu in Firefox. */
const hotkey = ["F8"];

/**
 * Focus on toasts: the first one shows the ring, and the timer continues once the focus has left.
 */
function useToastFocus() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const messages = section.current;
    if (!messages) return;
    // Runs after sonner's own listener, which focuses the invisible list.
    function onHotkey({ code }: KeyboardEvent) {
      if (!hotkey.includes(code)) return;
      messages?.querySelector<HTMLElement>(".toast:not([data-removed='true'])")?.focus();
    }
    function onEscape(event: KeyboardEvent) {
      if (event.key !== "Escape" || !(event.target instanceof HTMLElement)) return;
      // Not for a dialog below.
      event.stopPropagation();
      const toClose = event.target.closest(".toast");
      // Sonner returns the focus to its origin.
      event.target.blur();
      toClose?.querySelector<HTMLElement>("[data-close-button]")?.click();
    }
    // Sonner pauses the timer while the toasts seem to be hovered; a leaving pointer ends that.
    function onLeave({ relatedTarget }: FocusEvent) {
      if (relatedTarget instanceof Node && messages?.contains(relatedTarget)) return;
      messages?.querySelector("ol")?.dispatchEvent(new MouseEvent("mouseout", { bubbles: true }));
    }
    document.addEventListener("keydown", onHotkey);
    messages.addEventListener("keydown", onEscape);
    messages.addEventListener("focusout", onLeave);
    return () => {
      document.removeEventListener("keydown", onHotkey);
      messages.removeEventListener("keydown", onEscape);
      messages.removeEventListener("focusout", onLeave);
    };
  }, []);
  return section;
}

/** Sonner's breakpoint for phones. */
const narrow = "(width <= 600px)";
const isNarrow = () => matchMedia(narrow).matches;
function subscribeToNarrow(listener: () => void) {
  const query = matchMedia(narrow);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

export function Toaster() {
  const isPhone = useSyncExternalStore(subscribeToNarrow, isNarrow);
  // In the header of a dialog, left of its close button: elsewhere they would cover fields.
  const isInHead = useIsDialogOpen();
  // At the top of a phone's page they would cover titles and the buttons beside them.
  const position = isInHead ? "top-center" : isPhone ? "bottom-center" : "top-right";
  const { toasts } = useSonner();
  const section = useToastFocus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each further toast
  useLayoutEffect(() => {
    document.documentElement.style.setProperty("--taken-foot", `${measureBottomInset()}px`);
    document.documentElement.style.setProperty("--toast-top", `${measureTopInDialog()}px`);
  }, [toasts, isInHead]);
  return (
    <Sonner
      ref={section}
      position={position}
      hotkey={hotkey}
      duration={4000}
      closeButton
      visibleToasts={4}
      gap={10}
      offset={{ top: isInHead ? "var(--toast-top)" : "calc(var(--header) + 12px)", right: 16 }}
      mobileOffset={
        isInHead
          ? { top: 8, left: 8, right: 72 }
          : { bottom: "calc(var(--taken-foot, 0px) + 8px)", left: 16, right: 16 }
      }
      icons={{
        success: <CircleCheck aria-hidden="true" />,
        error: <CircleAlert aria-hidden="true" />,
        warning: <TriangleAlert aria-hidden="true" />,
        info: <Info aria-hidden="true" />,
        close: <X aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        // Sonner's own width on a phone has equal margins.
        ...(isInHead && { style: { width: "min(22rem, calc(100vw - 5rem))" } }),
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
