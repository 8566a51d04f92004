import type { Metadata, Viewport } from "next";
import { Activity, type ReactNode } from "react";
import { AccountSlot } from "@/components/accounts/account-slot";
import { MyStoriesLink } from "@/components/accounts/my-stories-link";
import { ReauthenticationHost } from "@/components/accounts/session/reauthentication-host";
import { Footer } from "@/components/shell/footer";
import { Header } from "@/components/shell/header";
import { NavigationProgress } from "@/components/shell/navigation-progress";
import { Providers } from "@/components/shell/providers";
import { ScrollToTop } from "@/components/shell/scroll-to-top";
import { themeScript } from "@/components/shell/theme";
import { OfflineNotice } from "@/components/ui/offline-notice";
import { ToastHost } from "@/components/ui/toast";
import { brand } from "@/lib/platform/brand";
import { siteOrigin } from "@/lib/platform/site";
import { fontVariables } from "./fonts";
import "./globals.css";

export const metadata: Metadata = {
  metadataBase: new URL(siteOrigin()),
  title: { default: `${brand.name}: ${brand.tagline}`, template: `%s · ${brand.name}` },
  description: "Make illustrated comics with AI; find, read, like and remix those of others.",
  applicationName: brand.name,
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf5ea" },
    { media: "(prefers-color-scheme: dark)", color: "#15131b" },
  ],
};

/**
 * Prerendered: on public pages neither this layout nor anything below it reads cookies, headers or
 * the viewer.
 */
export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // The inline script sets data-theme before hydration.
    <html lang="en" className={fontVariables} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, no input */}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body>
        <Providers>
          <a
            href="#main"
            className="skip-link fixed top-2 left-2 z-90 -translate-y-[200%] rounded-control border-2 border-ink bg-yellow px-4 py-2 font-bold text-on-yellow focus:translate-y-0"
          >
            Skip to content
          </a>
          <ScrollToTop />
          <NavigationProgress />
          <Header links={<MyStoriesLink />}>
            <AccountSlot />
          </Header>
          <OfflineNotice className="offline-slot pointer-events-none fixed inset-x-0 top-[calc(var(--header)+0.5rem)] z-51 mx-auto w-fit max-w-[calc(100%-2rem)]" />
          <main id="main" tabIndex={-1} className="w-full flex-1 pt-(--header)">
            {children}
          </main>
          {/* Hydrated after the page, or when it is touched. */}
          <Activity>
            <Footer />
          </Activity>
          <ToastHost />
          <ReauthenticationHost />
        </Providers>
      </body>
    </html>
  );
}
