import { Skeleton } from "@/components/ui/skeleton";
import { onboardingClasses, wizardClasses } from "./wizard-classes";

/**
 * Shown until the browser knows whether the wizard or the workspace follows. Usually an empty page
 * for an instant; if it takes longer, the wizard's outline fades in.
 */
export function WizardSkeleton() {
  return (
    <div className={`min-h-[70dvh] animate-[fade-in_300ms_400ms_both] ${onboardingClasses}`}>
      <p role="status" className="sr-only">
        Loading your story...
      </p>
      <div className={wizardClasses}>
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-12 w-96 max-w-full" />
        <Skeleton frame className="h-48" />
      </div>
      <Skeleton frame className="h-28 lg:h-120" />
    </div>
  );
}
