import type { ReactNode } from "react";

/** Controls below the fields of a dialog that take effect at once, without Save. */
export const ImmediateSettings = ({ children }: { children: ReactNode }) => (
  <div className="mt-6 grid justify-items-start gap-5 border-t-2 border-rule pt-5 [&>:first-child]:w-full [&>[role=alertdialog]]:w-full">
    {children}
  </div>
);
