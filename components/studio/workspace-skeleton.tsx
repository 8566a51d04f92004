import { Skeleton } from "@/components/ui/skeleton";
import {
  bar,
  barActions,
  barInner,
  columns,
  main,
  rail,
  railList,
  railMember,
  sceneSection,
  studio,
} from "./workspace-classes";

/** The workspace during loading: everything has its final place. */
export function WorkspaceSkeleton() {
  return (
    <div className={studio}>
      <p role="status" className="sr-only">
        Loading your story...
      </p>
      <div className={columns}>
        <div className="flex flex-col gap-3 lg:col-start-2">
          <Skeleton className="h-7 w-20" />
          <Skeleton className="h-10 w-80 max-w-full md:h-14" />
          <Skeleton className="h-6 w-full max-w-measure" />
          <Skeleton className="h-6 w-2/3 max-w-96" />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <div className="flex items-center gap-3">
              <Skeleton className="size-10 rounded-full" />
              <Skeleton className="h-10 w-36" />
            </div>
            <div className="flex gap-2">
              <Skeleton className="h-11 w-16" />
              <Skeleton className="h-11 w-28" />
              <Skeleton className="h-11 w-28" />
            </div>
          </div>
        </div>
        <div className={rail}>
          {["Characters", "Locations"].map((kind) => (
            <div key={kind} className="min-w-0">
              <Skeleton className="h-9 w-32" />
              <div className={railList}>
                {[0, 1, 2].map((index) => (
                  <div key={index} className={railMember}>
                    <Skeleton className="size-14 flex-none rounded-full" />
                    <Skeleton className="h-5 w-20" />
                  </div>
                ))}
              </div>
            </div>
          ))}
        </div>
        <div className={main}>
          <div className={sceneSection}>
            <div className="flex flex-col gap-2">
              <Skeleton className="h-5 w-16" />
              <Skeleton className="h-8 w-64 max-w-full" />
              <Skeleton className="h-6 w-full max-w-measure" />
            </div>
            <div className="tier tier-lead-2">
              {[0, 1, 2].map((index) => (
                <Skeleton key={index} frame className="aspect-3/4 rounded-[4px]" />
              ))}
            </div>
          </div>
        </div>
      </div>
      <div className={bar}>
        <div className={barInner}>
          <Skeleton className="h-14 max-md:flex-[1_0_100%]" />
          <div className={barActions}>
            <Skeleton className="h-10 w-56" />
            <Skeleton className="h-11 w-28" />
          </div>
        </div>
      </div>
    </div>
  );
}
