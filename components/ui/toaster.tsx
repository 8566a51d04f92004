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

/** Bars at the bottom of a phone's screen; a toast must not cover their buttons. */
const bottomBars = ".prompt-bar, .wizard-actions, .tools, .resume, .owner-link";

/** Pixels at the foot of the screen that a visible bar takes. */
function measureBottomInset(selector: string): number {
  const foot = window.innerHeight;
  const tops = [...document.querySelectorAll(selector)]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ top, bottom, height }) => height > 0 && top < foot && bottom > foot - 24);
  return maxOf(
    tops.map(({ top }) => foot - top),
    0,
  );
}

/** Width of a toast with its margins, in pixels. */
const toastWidth = 384;

/**
 * Position of toasts on a large screen while a dialog is open: in the page's corner if they fit
 * beside or above the dialog, else in the dialog's header, left of the close button. Null for the
 * corner.
 */
function measureDialogHead(dialog: HTMLElement): { top: number; right: number } | null {
  const { right } = dialog.getBoundingClientRect();
  const beside = window.innerWidth - right;
  if (beside >= toastWidth) return null;
  // Not measured by its rectangle, because the toast may still be moving.
  const top = dialog.offsetTop;
  return top < 72 ? { top: top + 12, right: beside + 64 } : { top: 12, right: 16 };
}

/**
 * Places toasts by CSS variables, so that they cover neither a control nor the title of a dialog.
 * On a phone an open dialog leaves room for toasts above its footer.
 */
function placeToasts(isPhone: boolean, isInDialog: boolean, count: number): void {
  const { style } = document.documentElement;
  const dialog = isInDialog
    ? [...document.querySelectorAll<HTMLElement>(".dialog[data-open]")].at(-1)
    : undefined;
  const head = dialog && !isPhone ? measureDialogHead(dialog) : null;
  const toasts = document.querySelector<HTMLElement>("[data-sonner-toaster]");
  const height = toasts?.style.getPropertyValue("--front-toast-height") || "0px";
  for (const [name, value] of [
    ["--toast-top", head && `${head.top}px`],
    ["--toast-right", head && `${head.right}px`],
    [
      "--taken-foot",
      `${measureBottomInset(dialog ? ".dialog[data-open] > .dialog-foot" : bottomBars)}px`,
    ],
    ["--toast-room", dialog && isPhone && count > 0 ? `calc(${height} + 16px)` : null],
  ] as const) {
    if (value) style.setProperty(name, value);
    else style.removeProperty(name);
  }
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
  const isInDialog = useIsDialogOpen();
  const { toasts } = useSonner();
  const section = useToastFocus();
  useLayoutEffect(() => {
    const place = () => placeToasts(isPhone, isInDialog, toasts.length);
    place();
    // The height of a new toast is known in the next frame.
    const frame = requestAnimationFrame(() => requestAnimationFrame(place));
    return () => cancelAnimationFrame(frame);
  }, [toasts, isPhone, isInDialog]);
  return (
    <Sonner
      ref={section}
      // At the top of a phone's screen, toasts would cover titles and the buttons beside them.
      position={isPhone ? "bottom-center" : "top-right"}
      hotkey={hotkey}
      duration={4000}
      closeButton
      visibleToasts={4}
      gap={10}
      offset={{
        top: "var(--toast-top, calc(var(--header) + 12px))",
        right: "var(--toast-right, 16px)",
      }}
      mobileOffset={{ bottom: "calc(var(--taken-foot, 0px) + 8px)", left: 16, right: 16 }}
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
