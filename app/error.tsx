"use client";
import { type ComponentType, lazy, Suspense } from "react";

/** Every page carries this boundary, hardly any shows it; without a connection in the fewest words. */
const ErrorView = lazy<ComponentType<{ digest?: string | undefined }>>(() =>
  import("@/components/shell/error-view").then(
    (module) => ({ default: module.ErrorView }),
    () => ({ default: () => <h1 className="display p-8 text-3xl">Something went wrong</h1> }),
  ),
);

export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  return (
    <Suspense>
      <ErrorView digest={error.digest} />
    </Suspense>
  );
}
