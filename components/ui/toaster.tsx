"use client";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { type ExternalToast, Toaster as Sonner, toast, useSonner } from "sonner";
/** Sonner in our clothes. Only toast.tsx imports it, with the first message. */
import { maxOf } from "@/lib/platform/min-max";
import { useIsDialogOpen } from "./open-dialogs";
import { playSound, type SoundName } from "./sound";

export type ToastKind = "success" | "error" | "info" | "warning";

/** What is heard with a message where the author wants sounds; a success has a sound of its own. */
const toastSounds: Partial<Record<ToastKind, SoundName>> = {
  error: "error",
  info: "notice",
  warning: "notice",
};

/** Bars at the foot of a phone's screen, whose buttons a message must not cover. */
const bottomBarSelector = ".prompt-bar, .wizard-actions, .tools, .resume, .owner-link";

/** How much of the screen's foot is taken, in px, by a bar that is shown there now. */
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
 * Where messages begin, in px from the top of a desk, while a dialog is open: within the head of one
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

/** Goes to the messages: the library's own Alt+T opens a menu in Firefox. */
const hotkey = ["F8"];

/** The focus on messages: a first one shows where it is, and time runs on once it has left. */
function useToastFocus() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const messages = section.current;
    if (!messages) return;
    // Sonner's own listener is there already: it gives the focus to the list, which nobody sees.
    function onHotkey({ code }: KeyboardEvent) {
      if (!hotkey.includes(code)) return;
      messages?.querySelector<HTMLElement>(".toast:not([data-removed='true'])")?.focus();
    }
    function onEscape(event: KeyboardEvent) {
      if (event.key !== "Escape" || !(event.target instanceof HTMLElement)) return;
      // A dialog behind is not meant.
      event.stopPropagation();
      const toClose = event.target.closest(".toast");
      // Sonner gives the focus back to where it was.
      event.target.blur();
      toClose?.querySelector<HTMLElement>("[data-close-button]")?.click();
    }
    // Sonner waits as long as it believes the messages are looked at; a pointer that leaves ends that.
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

/** What sonner takes for a phone. */
const narrow = "(width <= 600px)";
const isNarrow = () => matchMedia(narrow).matches;
function subscribeToNarrow(listener: () => void) {
  const query = matchMedia(narrow);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

export function Toaster() {
  const isPhone = useSyncExternalStore(subscribeToNarrow, isNarrow);
  // In the head of a dialog, left of the button that closes it: elsewhere they would lie on fields.
  const isInHead = useIsDialogOpen();
  // At the top of a phone's page they would lie on titles and the buttons beside them.
  const position = isInHead ? "top-center" : isPhone ? "bottom-center" : "top-right";
  const { toasts } = useSonner();
  const section = useToastFocus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is another message
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
        // Sonner's own width on a phone has the same room at both sides.
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
