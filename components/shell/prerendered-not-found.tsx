import { notFound } from "next/navigation";
import { type ReactNode, Suspense } from "react";

/**
 * A 404 of a prerendered page with words in its HTML. `notFound()` alone leaves the body empty and
 * writes the words with a script; inside a boundary it gives the answer its status, and what stands
 * beside it is kept. In the browser the not-found page of the route takes over, with the same words.
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
