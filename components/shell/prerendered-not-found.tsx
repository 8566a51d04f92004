import { notFound } from "next/navigation";
import { type ReactNode, Suspense } from "react";

/**
 * A 404 of a prerendered page with its text in the HTML. `notFound()` alone leaves the body empty
 * and renders the text by script; inside a boundary it sets the status, and the siblings stay. In
 * the browser the route's not-found page takes over with the same text.
 */
export function PrerenderedNotFound({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Suspense>
        <ThrowNotFound />
      </Suspense>
    </>
  );
}

function ThrowNotFound(): never {
  notFound();
}
