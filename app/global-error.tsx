"use client";
import { ErrorView } from "@/components/shell/error-view";
import { themeScript } from "@/components/shell/theme";
import { fontVariables } from "./fonts";
import "./globals.css";

/** Replaces the root layout when the layout fails; like other error pages, but without a header. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en" className={fontVariables} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, no input */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body>
        <main>
          <ErrorView digest={error.digest} />
        </main>
      </body>
    </html>
  );
}
