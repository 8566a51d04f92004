import type { ReactNode } from "react";
import { InlineConfirm } from "@/components/ui/inline-confirm";
import { toast } from "@/components/ui/toast";
import { formatLongDate, formatShortDate } from "@/components/ui/utils/format-date";

interface SettingsRowProps {
  title: ReactNode;
  hint: ReactNode;
  children?: ReactNode;
}

/** One setting: its description, and its controls beside it, on a phone below it. */
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
  /** What it is, and its owner's name for it. */
  what: string;
  entry: { _id: string; name: string; createdAt: string; lastUsedAt: string | null };
  /** What removing it does. */
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
