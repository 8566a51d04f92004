"use client";
import { usePathname } from "next/navigation";
import { type ComponentType, lazy, Suspense } from "react";

type Failure = ComponentType<{ digest?: string | undefined }>;

/** Without a connection, in the fewest words. */
const plain = (): { default: Failure } => ({
  default: () => <h1 className="display p-8 text-3xl">Something went wrong</h1>,
});
const ErrorView = lazy<Failure>(() =>
  import("@/components/shell/error-view").then((module) => ({ default: module.ErrorView }), plain),
);
const StoryFailure = lazy<Failure>(() =>
  import("@/components/reader/error-loading-story").then(
    (module) => ({ default: module.StoryFailure }),
    plain,
  ),
);

/**
 * Every page carries this boundary, hardly any shows it: what it says comes when it is needed. The
 * reading page has no boundary of its own, because it would be one more script before the first paint.
 */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  const View = /^\/story\/[^/]+\/read$/.test(usePathname()) ? StoryFailure : ErrorView;
  return (
    <Suspense>
      <View digest={error.digest} />
    </Suspense>
  );
}
