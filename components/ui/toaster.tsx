"use client";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type ExternalToast, Toaster as Sonner, toast, useSonner } from "sonner";
/** Sonner with our styles. Only toast.tsx imports it, with the first toast. */
import { maxOf } from "@/lib/platform/min-max";
import { useMediaQuery } from "./hooks/use-media-query";
import { playSound, type SoundName } from "./sound";
import { useIsDialogOpen } from "./utils/open-dialogs";

export type ToastKind = "success" | "error" | "info" | "warning";

/** Sound of each kind of toast, if sounds are on; a success has a sound of its own. */
const toastSounds: Partial<Record<ToastKind, SoundName>> = {
  error: "error",
  info: "notice",
  warning: "notice",
};

/** Bars at the foot of the screen; a toast must not cover their controls. */
const bottomBars = ".prompt-bar, .wizard-actions, .tools, .resume";

/** In pixels: the largest and the smallest width of a toast, and its distance to the edge. */
const widths = { largest: 352, smallest: 240 };
const margin = 16;

type Place = "top-right" | "bottom-left" | "bottom-center";

/** Pixels at the foot of the screen that visible elements take, from `left` to `right`. */
function measureFoot(elements: Iterable<Element>, left: number, right: number): number {
  const foot = window.innerHeight;
  const tops = [...elements]
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.height > 0 && box.top < foot && box.bottom > foot - 100)
    .filter((box) => box.left < right && box.right > left)
    .map(({ top }) => foot - top);
  return maxOf(tops, 0);
}

/**
 * Places toasts by CSS variables, where they cover neither a title nor a close button: in the
 * corner of the page, also beside an open dialog; at the foot of a phone, or of a dialog with too
 * little room beside it. There they are in the free part of the dialog's footer, or above it.
 */
function placeToasts(isPhone: boolean, isInDialog: boolean, count: number): Place {
  const dialog = isInDialog
    ? [...document.querySelectorAll<HTMLElement>(".dialog[data-open]")].at(-1)
    : undefined;
  const beside = dialog ? window.innerWidth - dialog.getBoundingClientRect().right : 0;
  const room = beside - 2 * margin;
  const isAtTop = !isPhone && (!dialog || room >= widths.smallest);
  const left = isPhone ? margin : beside + margin;
  const right = isPhone ? window.innerWidth : left + widths.largest;
  const foot = dialog?.querySelector(":scope > .dialog-foot");
  const isFree = !isPhone && foot && measureFoot(foot.children, left, right) === 0;
  const bars = dialog ? (foot && !isFree ? [foot] : []) : document.querySelectorAll(bottomBars);
  const toasts = document.querySelector<HTMLElement>("[data-sonner-toaster]");
  const height = toasts?.style.getPropertyValue("--front-toast-height") || "0px";
  const { style } = document.documentElement;
  for (const [name, value] of [
    ["--toast-left", `${left}px`],
    ["--toast-width", dialog && isAtTop && `${Math.min(widths.largest, room)}px`],
    ["--toast-foot", `${measureFoot(bars, left, right)}px`],
    ["--toast-room", dialog && !isAtTop && !isFree && count > 0 && `calc(${height} + 16px)`],
  ] as const) {
    if (value) style.setProperty(name, value);
    else style.removeProperty(name);
  }
  return isPhone ? "bottom-center" : isAtTop ? "top-right" : "bottom-left";
}

export function showToast(kind: ToastKind, text: string, options?: ExternalToast): void {
  toast[kind](text, options);
  const sound = toastSounds[kind];
  if (sound) playSound(sound);
}

/** The action wraps where a dialog leaves no room for words and action in one row. */
const toastClasses =
  "toast flex w-[min(var(--toast-width,22rem),100vw-2rem)] flex-wrap items-start gap-2.5 rounded-card border-2 border-ink bg-sheet px-3.5 py-3 font-sans text-sm text-ink shadow-raised [reading-flow:flex-visual] pointer-coarse:items-center";

/** A large target for fingers, so that they do not hit the close button instead of Undo. */
const buttonClasses =
  "min-h-7 flex-none rounded-control border-2 border-ink bg-yellow px-2.5 font-bold text-on-yellow pointer-coarse:min-h-11 pointer-coarse:min-w-11";

/** Shown, and reached by Tab, after the action, though it is first in the page. */
const closeClasses =
  "order-2 -my-0.5 grid size-6 flex-none place-items-center text-ink-soft hover:text-ink pointer-coarse:-my-2 pointer-coarse:-mr-2 pointer-coarse:ml-1.5 pointer-coarse:size-11 [&_svg]:size-4.5";

/** Focuses the toasts: the library's own Alt+T opens a menu in Firefox. */
const hotkey = ["F8"];

/** Lets F8 focus the first toast, Escape close it, and its timer go on when the focus leaves. */
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

export function Toaster() {
  // Sonner's own breakpoint.
  const isPhone = useMediaQuery("(width <= 600px)");
  const isInDialog = useIsDialogOpen();
  const { toasts } = useSonner();
  const section = useToastFocus();
  const [position, setPosition] = useState<Place>(isPhone ? "bottom-center" : "top-right");
  useLayoutEffect(() => {
    const place = () => setPosition(placeToasts(isPhone, isInDialog, toasts.length));
    place();
    // The height of a new toast is known in the next frame, and a dialog rises for 200 ms.
    const frame = requestAnimationFrame(() => requestAnimationFrame(place));
    const timer = setTimeout(place, 250);
    // A bar grows with what is written into it.
    const observer = new ResizeObserver(place);
    if (toasts.length > 0)
      for (const bar of document.querySelectorAll(bottomBars)) observer.observe(bar);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [toasts, isPhone, isInDialog]);
  return (
    <Sonner
      ref={section}
      position={position}
      hotkey={hotkey}
      duration={4000}
      closeButton
      visibleToasts={4}
      gap={10}
      offset={{
        top: "calc(var(--header) + 12px)",
        right: 16,
        bottom: "calc(var(--toast-foot, 0px) + 16px)",
        left: "var(--toast-left, 16px)",
      }}
      mobileOffset={{ bottom: "calc(var(--toast-foot, 0px) + 8px)", left: 16, right: 16 }}
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
          toast: toastClasses,
          icon: "toast-icon relative grid size-5 flex-none place-items-center [&_svg]:size-5",
          content: "min-w-0 flex-[1_1_9rem] wrap-anywhere",
          title: "font-bold",
          description: "text-ink-soft",
          actionButton: buttonClasses,
          closeButton: closeClasses,
          success: "[&_.toast-icon]:text-green",
          error: "toast-error [&_.toast-icon]:text-red",
          warning: "[&_.toast-icon]:text-amber",
          info: "[&_.toast-icon]:text-blue",
        },
      }}
    />
  );
}
