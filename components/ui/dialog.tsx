"use client";
/**
 * A sheet above the page: rises in 200 ms, leaves in 160 ms, fills the screen on phones, scrolls
 * between a fixed header and footer. Handles focus, Escape, Back on a phone, presses outside and
 * scroll lock.
 *
 *   <Dialog open={open} onOpenChange={setOpen} title="Story Settings"
 *           footer={<><Button onClick={close}>Cancel</Button><Button variant="primary">Save</Button></>}>
 *     …
 *   </Dialog>
 *
 * `size`: sm (a question; stays at the foot of a phone), md, lg, xl (a workspace). `locked`
 * prevents closing while work is pending, unless that waits for a connection. `flush` removes the
 * padding of the body. A dialog can open above another that is not its parent. Import it lazily
 * (React.lazy) on public pages.
 */
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useCloseOnBack } from "./hooks/use-close-on-back";
import { OfflineNotice, useIsOffline } from "./offline-notice";
import { rememberPlace } from "./pass-focus";
import { cx } from "./utils/cx";
import { findFirstFocusable } from "./utils/first-focusable";
import { useTrackOpenDialog } from "./utils/open-dialogs";

/** A workspace needs the height, so title and description share one line. */
const popupSizes = {
  sm: "max-w-form max-sm:h-auto max-sm:rounded-b-none max-sm:border-t-2",
  md: "max-w-144 max-sm:h-full max-sm:rounded-none",
  lg: "max-w-224 max-sm:h-full max-sm:rounded-none",
  xl: "h-full max-w-320 max-sm:rounded-none",
} as const;

/** Rises in, and leaves a little sooner. */
const popupClasses =
  "dialog flex max-h-full min-h-0 w-full flex-col rounded-card border-2 border-ink bg-sheet shadow-[6px_6px_0_0_var(--color-night)] transition-[opacity,translate] duration-200 outline-none data-ending-style:translate-y-6 data-ending-style:opacity-0 data-ending-style:duration-160 data-starting-style:translate-y-6 data-starting-style:opacity-0 max-sm:max-w-none max-sm:border-0 max-sm:pb-[env(safe-area-inset-bottom)] max-sm:shadow-none";

const backdropClasses =
  "dialog-backdrop fixed inset-0 z-60 min-h-dvh bg-night/62 transition-[opacity] duration-200 data-ending-style:opacity-0 data-ending-style:duration-160 data-starting-style:opacity-0";

/** On a phone a short question is a small sheet at the foot of the screen, under the thumb. */
const viewClasses = {
  sm: "p-6 max-sm:[place-items:end_center]",
  md: "p-6",
  lg: "p-6",
  xl: "p-3",
} as const;

/**
 * The margin is room for a toast (toaster.tsx). A focused field scrolls into view with its label and
 * its error.
 */
const bodyClasses =
  "dialog-body mb-(--toast-room,0px) min-h-0 flex-1 scroll-pt-10 scroll-pb-16 overflow-y-auto overscroll-contain";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  locked?: boolean;
  /** For content that is shown only once: closes by its own button alone. */
  isUndismissible?: boolean;
  flush?: boolean;
  /** First focus; by default the first control of the body. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Focus after closing; undefined: the opener or, if it is gone, the control nearest to it. */
  finalFocus?: () => HTMLElement | null | undefined;
  /** Runs after the closing animation, for example to empty a form. */
  onClosed?: () => void;
  children: ReactNode;
}

/** Whether `other` is later in the document, and thus above: dialogs are appended as they open. */
const isBefore = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = "md",
  locked: isBusy = false,
  isUndismissible = false,
  flush,
  initialFocus,
  finalFocus,
  onClosed,
  children,
}: DialogProps) {
  // A mutation that waits for a connection continues without the dialog.
  const locked = (!useIsOffline() && isBusy) || isUndismissible;
  const isWorkspace = size === "xl";
  useTrackOpenDialog(open);
  const popup = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  /**
   * Whether an event is meant for another dialog: an Escape that another one has handled, or that
   * was pressed in one above this that is not closing; or the second click of the opener.
   */
  const isForOtherDialog = (event: Event) => {
    const { target } = event;
    const other = target instanceof Element && target.closest("[role='dialog'][data-open]");
    // A dialog that has just opened does not have the focus yet, but the key is meant for it.
    const isAbove = other && popup.current && isBefore(popup.current, other);
    return event.defaultPrevented || isAbove || (event instanceof UIEvent && event.detail > 1);
  };
  useCloseOnBack(open, () => !locked && onOpenChange(false));
  // A lazy dialog mounts open: let it animate as well.
  const [isMounted, setIsMounted] = useState(false);
  useLayoutEffect(() => setIsMounted(true), []);
  const findNearOpener = useRef<() => HTMLElement | undefined>(undefined);
  // Before the dialog takes the focus.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    if (!open || !opener) return;
    const find = rememberPlace(opener);
    findNearOpener.current = () => (opener.checkVisibility() ? undefined : find());
  }, [open]);
  /** Where the focus returns: false leaves it where it is by now. */
  function findFinalFocus() {
    const { activeElement, body: page } = document;
    const isHere = activeElement === page || popup.current?.contains(activeElement) === true;
    return finalFocus?.() ?? ((isHere && findNearOpener.current?.()) || isHere);
  }
  return (
    <Base.Root
      open={open && isMounted}
      disablePointerDismissal={locked}
      onOpenChange={(next, details) => {
        if (!next && (locked || isForOtherDialog(details.event))) details.cancel();
        else onOpenChange(next);
      }}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClasses} />
        <Base.Viewport
          className={cx(
            "dialog-view fixed inset-0 z-61 grid place-items-center max-sm:top-(--visible-top,0px) max-sm:bottom-auto max-sm:h-(--visible-height,100%) max-sm:p-0",
            viewClasses[size],
          )}
        >
          <Base.Popup
            ref={popup}
            className={cx(popupClasses, popupSizes[size])}
            initialFocus={
              initialFocus ??
              // Not the close button, and on a touch screen no field, which would open a keyboard.
              ((type) => type === "touch" || (findFirstFocusable(body.current) ?? true))
            }
            finalFocus={findFinalFocus}
            data-locked={locked || undefined}
          >
            <div
              className={cx(
                "dialog-head isolate flex items-start gap-4 border-b-2 border-rule pr-4 pl-4 sm:pl-6",
                isWorkspace ? "pt-2.5 pb-2" : "pt-4 pb-3",
              )}
            >
              <div
                className={cx(
                  "min-w-0 flex-1",
                  isWorkspace && "flex flex-wrap items-center gap-x-4",
                )}
              >
                <Base.Title className="dialog-title font-display text-2xl tracking-[0.02em]">
                  {title}
                </Base.Title>
                {description && (
                  <Base.Description className="mt-1 text-ink-soft">{description}</Base.Description>
                )}
              </div>
              <Base.Close
                className="btn btn-ghost btn-icon btn-sm"
                aria-label="Close"
                disabled={locked}
              >
                <X aria-hidden="true" />
              </Base.Close>
            </div>
            <OfflineNotice isStrip />
            <div ref={body} className={cx(bodyClasses, !flush && "px-4 py-5 sm:px-6")}>
              {children}
            </div>
            {footer && (
              <div
                className={cx(
                  "dialog-foot isolate flex flex-wrap justify-end gap-3 border-t-2 border-rule px-4 sm:px-6 max-sm:[&>.btn]:flex-1",
                  isWorkspace ? "py-2.5" : "py-3.5",
                )}
              >
                {footer}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
