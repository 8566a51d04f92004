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
import { useTrackOpenDialog } from "./open-dialogs";
import { cx } from "./utils/cx";
import { findFirstFocusable } from "./utils/first-focusable";

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
  /** Focus after closing if the opener has unmounted; undefined: the opener. */
  finalFocus?: () => HTMLElement | null | undefined;
  /** Runs after the closing animation, for example to empty a form. */
  onClosed?: () => void;
  children: ReactNode;
}

/** Dialogs are appended as they open: later in the document is above. */
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
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Viewport className="dialog-view">
          <Base.Popup
            ref={popup}
            className={cx("dialog", `dialog-${size}`)}
            initialFocus={
              initialFocus ??
              // Not the close button, and on a touch screen no field, which would open a keyboard.
              ((type) => type === "touch" || (findFirstFocusable(body.current) ?? true))
            }
            {...(finalFocus && { finalFocus: () => finalFocus() ?? true })}
            data-locked={locked || undefined}
          >
            <div className="dialog-head">
              <div className="min-w-0 flex-1">
                <Base.Title className="dialog-title">{title}</Base.Title>
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
            <OfflineNotice />
            <div ref={body} className={cx("dialog-body", flush && "p-0")}>
              {children}
            </div>
            {footer && <div className="dialog-foot">{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
