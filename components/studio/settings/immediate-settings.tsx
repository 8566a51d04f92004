import type { ReactNode } from "react";

/** Below the fields of a dialog: what takes effect at once, by itself. */
export const ImmediateSettings = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 grid justify-items-start gap-5 border-t-2 border-rule pt-5 [&>:first-child]:w-full [&>[role=alertdialog]]:w-full">
    {children}
  </div>
);
