import { Skeleton } from "@/components/ui/skeleton";

/**
 * Until the browser has said whether the wizard or the drawing table comes. That is known so soon
 * that an empty page is the quietest answer; where it takes longer, the outline of the wizard fades
 * in.
 */
export function WizardSkeleton() {
  return (
    <div className="onboarding min-h-[70dvh] animate-[fade-in_300ms_400ms_both]">
      <p role="status" className="sr-only">
        Loading your story...
      </p>
      <div className="wizard">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-12 w-96 max-w-full" />
        <Skeleton frame className="h-48" />
      </div>
      <Skeleton frame className="h-28 lg:h-120" />
    </div>
  );
}
