import { setTimeout as pause } from "node:timers/promises";
import { notFound, redirect } from "next/navigation";
import { Suspense } from "react";
import { getPageViewer } from "@/app/page-viewer";
import { ProfileSkeleton } from "@/components/profile/profile-skeleton";
import { signInHref } from "@/lib/platform/http/return-path";
import { profileHref } from "@/lib/stories/feed/urls";
import {
  ProfilePage,
  type ProfileProps,
  profileExists,
  profileMetadata,
} from "../../user/profile-page";
import "@/app/(public)/lists.css";

/** Milliseconds to wait for a profile before its skeleton is sent. */
const skeletonDelay = 150;

export async function membersProfileMetadata(props: ProfileProps) {
  // Titles are guarded like content.
  return (await getPageViewer()) ? profileMetadata(props) : {};
}

/**
 * A profile where browsing needs sign-in (`PUBLIC_BROWSING=false`). Guard and 404 run before
 * anything is sent, so that each sets its status; a loading.tsx would send 200 before them.
 */
export async function MembersProfile(props: ProfileProps) {
  const { username, page = "1" } = await props.params;
  if (!(await getPageViewer())) {
    redirect(signInHref(profileHref(username, Number(page) || 1)));
  }
  const early = await Promise.race([profileExists(props), pause(skeletonDelay, "late" as const)]);
  if (early === false) notFound();
  if (early === true) return <ProfilePage {...props} />;
  return (
    <Suspense fallback={<ProfileSkeleton />}>
      <ProfilePage {...props} />
    </Suspense>
  );
}
