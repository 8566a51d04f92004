"use client";
import { usePathname, useSearchParams } from "next/navigation";
import { Suspense, useEffect, useState } from "react";
import { Progress } from "@/components/ui/progress";

/** Milliseconds; a page that loads sooner needs no indicator. */
const delay = 100;

/** Shows that the page that a link or the app asked for is loading. */
export function NavigationProgress() {
  return (
    <Suspense fallback={null}>
      <BarForUrl />
    </Suspense>
  );
}

function BarForUrl() {
  const url = `${usePathname()}?${useSearchParams()}`;
  return <Bar key={url} />;
}

function Bar() {
  const [isPending, setIsPending] = useState(false);
  useEffect(() => {
    let timer = 0;
    // Sent by instrumentation-client.ts.
    function onStart(event: Event) {
      const { detail } = event as CustomEvent<string>;
      const { pathname, search } = new URL(detail, location.href);
      if (pathname === location.pathname && search === location.search) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setIsPending(true), delay);
    }
    window.addEventListener("routertransitionstart", onStart);
    return () => {
      window.removeEventListener("routertransitionstart", onStart);
      window.clearTimeout(timer);
    };
  }, []);
  return (
    isPending && (
      <div
        role="status"
        className="navigation-progress fixed inset-x-0 top-[calc(var(--header)-2px)] z-51 in-data-[chrome=hidden]:top-0"
      >
        <Progress label="Loading the page" className="h-2 rounded-none border-x-0 border-t-0" />
      </div>
    )
  );
}
