import { Page } from "@/components/shell/page";
import { CoverGrid } from "@/components/ui/pictures/cover-grid";
import { Skeleton } from "@/components/ui/skeleton";
import { tileGrid } from "./tile-grid";

/** Placeholder of a loading profile. */
export function ProfileSkeleton() {
  return (
    <Page>
      <p role="status" className="sr-only">
        Loading profile...
      </p>
      <div className="mb-8 flex items-center gap-5">
        <Skeleton className="size-24 rounded-full" />
        <div className="grid gap-2">
          <Skeleton className="h-9 w-56" />
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-5 w-40" />
        </div>
      </div>
      <div className={tileGrid}>
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} frame className="h-24 border-none p-0" />
        ))}
      </div>
      <Skeleton className="mt-10 mb-5 h-8 w-64" />
      <CoverGrid className="md:grid-cols-4">
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} frame className="aspect-3/4" />
        ))}
      </CoverGrid>
    </Page>
  );
}
