import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Menu } from "@/components/ui/menu";
import { passFocus } from "@/components/ui/pass-focus";
import { cx } from "@/components/ui/utils/cx";

interface PanelMarkProps {
  icon: LucideIcon;
  label: string;
  className: string;
  /** The explanation; each without a full stop. */
  sentences: readonly string[];
  /** The actions. */
  children: ReactNode;
}

/** A small mark on a picture that opens an explanation with actions. */
export const PanelMark = ({
  icon: Icon,
  label,
  className,
  sentences,
  children,
}: PanelMarkProps) => (
  <Menu
    trigger={(props) => (
      <button
        ref={passFocus}
        type="button"
        className={cx(
          "inline-flex min-h-7 items-center gap-1 rounded-full border-2 border-ink px-2 text-sm font-bold pointer-coarse:min-h-11",
          className,
        )}
        {...props}
      >
        <Icon aria-hidden="true" className="size-4" />
        {label}
      </button>
    )}
    header={
      <div className="grid max-w-72 gap-1 px-3 py-2 text-sm wrap-anywhere">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}.</p>
        ))}
      </div>
    }
  >
    {children}
  </Menu>
);
