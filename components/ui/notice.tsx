/**
 * A message in the page: what happened and what to do.
 *
 *   <Notice tone="error" action={<Button size="sm" onClick={retry}>Try Again</Button>}>
 *     Failed to load stories
 *   </Notice>
 *
 * Errors interrupt a screen reader, and scroll into view in the form or dialog that has the focus;
 * other tones are announced at the next pause.
 */
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { PassFocus } from "./pass-focus";
import { RevealOnMount } from "./reveal";
import { cx } from "./utils/cx";

const icons = {
  error: CircleAlert,
  success: CircleCheck,
  warning: TriangleAlert,
  info: Info,
} as const;

const colours = {
  error: { icon: "text-red", frame: "border-red" },
  success: { icon: "text-green", frame: "border-green" },
  warning: { icon: "text-amber", frame: "border-amber" },
  info: { icon: "text-blue", frame: "border-blue" },
} as const;

interface NoticeProps {
  tone?: keyof typeof icons;
  title?: ReactNode;
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
}

export function Notice({ tone = "info", title, action, className, children }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={cx("notice", colours[tone].frame, className)}
    >
      <Icon aria-hidden="true" className={colours[tone].icon} />
      {/* The action wraps below when the text would become a column of single words; the text stays
          beside the icon. */}
      <div className="notice-words min-w-0 flex-[1_1_min(13rem,100%-2.125rem)] wrap-anywhere">
        {title && <p className="font-bold">{title}</p>}
        {children}
      </div>
      {action}
      <PassFocus />
      {tone === "error" && <RevealOnMount />}
    </div>
  );
}
