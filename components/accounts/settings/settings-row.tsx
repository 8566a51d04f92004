import type { ReactNode } from "react";

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
