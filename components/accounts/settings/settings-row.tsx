import { type ReactNode, type RefObject, useId } from "react";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { toast } from "@/components/ui/toast";
import { formatLongDate, formatShortDate } from "@/components/ui/utils/format-date";

interface SettingsSectionProps {
  title: string;
  /** Set if the title takes the focus from rows that unmount. */
  titleRef?: RefObject<HTMLHeadingElement | null>;
  /** Anchor of the section. */
  id?: string;
  children: ReactNode;
}

/** A titled card of settings. */
export function SettingsSection({ title, titleRef, id, children }: SettingsSectionProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className="grid gap-4">
      <h2 ref={titleRef} id={titleId} tabIndex={titleRef && -1} className="display text-2xl">
        {title}
      </h2>
      <div className="rounded-card border-2 border-ink bg-sheet px-6 py-2 sm:px-8">{children}</div>
    </section>
  );
}

interface SettingsRowProps {
  title: ReactNode;
  hint: ReactNode;
  children?: ReactNode;
}

/** A setting: its description, with its controls beside it or, on a phone, below it. */
export function SettingsRow({ title, hint, children }: SettingsRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-ink/15 border-t-2 py-4 first:border-t-0">
      <div className="min-w-0 grow basis-full wrap-anywhere sm:min-w-48 sm:basis-0">
        <h3 className="font-bold">{title}</h3>
        <p className="text-sm text-ink-soft">{hint}</p>
      </div>
      {children}
    </div>
  );
}

interface KeyRowProps {
  /** 'passkey' or 'app password'. */
  what: string;
  entry: { _id: string; name: string; createdAt: string; lastUsedAt: string | null };
  /** The consequence of removing it, as a sentence. */
  effect: string;
  remove: (id: string) => Promise<{ message: string }>;
  onRemoved: () => void;
  children?: ReactNode;
}

/** A passkey or an app password, which can be removed. */
export function KeyRow({ what, entry, effect, remove, onRemoved, children }: KeyRowProps) {
  const { _id, name, createdAt, lastUsedAt } = entry;
  const used = lastUsedAt ? `last used ${formatShortDate(lastUsedAt)}` : "not used yet";
  const kind = what.charAt(0).toUpperCase() + what.slice(1);
  return (
    <SettingsRow title={name} hint={`${kind}, added ${formatLongDate(createdAt)}, ${used}`}>
      {children}
      <InlineConfirm
        size="sm"
        label={
          <>
            Remove<span className="sr-only"> {name}</span>
          </>
        }
        question={`Remove the ${what} ${name}? ${effect}`}
        confirmLabel="Remove"
        icon={null}
        onConfirm={async () => {
          const { message } = await remove(_id);
          onRemoved();
          toast.success(message);
        }}
      />
    </SettingsRow>
  );
}
