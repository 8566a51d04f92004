"use client";
import { Illustration } from "@/components/ui/pictures/illustration";

/** Replaces a failed page or layout. `digest` finds the error in the log. */
export function ErrorView({ digest }: { digest?: string | undefined }) {
  return (
    <div className="mx-auto grid w-full max-w-page justify-items-center gap-4 px-4 py-8 text-center md:px-8 md:py-12">
      <title>Something went wrong</title>
      <div className="aspect-4/3 w-full max-w-112">
        <Illustration name="broken-bubble" />
      </div>
      <h1 className="display mt-2 text-3xl">Something went wrong</h1>
      <p className="max-w-measure text-lg text-ink-soft">
        Don't worry, our comic heroes are working on fixing this issue!
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
          Try Again
        </button>
        <button type="button" className="btn" onClick={() => window.location.assign("/")}>
          Go Home
        </button>
      </div>
      {digest && <p className="text-sm text-ink-soft">Reference: {digest}</p>}
    </div>
  );
}
