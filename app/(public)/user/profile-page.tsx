import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import NotFound from "@/app/not-found";
import { RevalidateOnBfcache } from "@/components/accounts/session/revalidate-on-bfcache";
import { JsonLd } from "@/components/discovery/json-ld";
import { ProfileView } from "@/components/profile/profile-view";
import { UserNotFound } from "@/components/profile/user-not-found";
import { PrerenderedNotFound } from "@/components/shell/prerendered-not-found";
import { profileMetadata as describeProfile, notFoundMetadata } from "@/lib/discovery/metadata";
import { profileData } from "@/lib/discovery/structured-data";
import { cacheBriefly } from "@/lib/platform/cache";
import { env } from "@/lib/platform/env";
import { maxPageNumber, pageNumberIn, profileHref } from "@/lib/stories/feed/urls";
import { cachedProfile } from "@/lib/stories/page-cache";
import "@/app/(public)/lists.css";

export type ProfileProps = { params: Promise<{ username: string; page?: string }> };

async function loadProfile({ params }: ProfileProps) {
  const { username, page: number = "1" } = await params;
  const known = /^[A-Za-z0-9_-]{3,30}$/.test(username);
  const asked = pageNumberIn(number);
  const page = asked ?? 1;
  const profile = known ? await cachedProfile(username, page) : null;
  const isThere = asked === 1 || (asked !== null && (profile?.stories.length ?? 0) > 0);
  if (!profile || !isThere) await cacheBriefly();
  return { profile, page, isThere };
}

/** Whether the person exists and has this page. */
export async function profileExists(props: ProfileProps): Promise<boolean> {
  const { profile, isThere } = await loadProfile(props);
  return profile !== null && isThere;
}

export async function profileMetadata(props: ProfileProps): Promise<Metadata> {
  const { profile, page, isThere } = await loadProfile(props);
  if (!profile) return notFoundMetadata("User Not Found");
  if (!isThere) return notFoundMetadata("Page Not Found");
  const { username } = profile.user;
  const pages = Math.min(profile.pagination.pages, maxPageNumber);
  return describeProfile(profile, {
    page,
    pages,
    hrefOf: (number) => profileHref(username, number),
  });
}

/** The page of a profile on a site with public browsing. */
export function PublicProfile(props: ProfileProps) {
  if (!env().PUBLIC_BROWSING) notFound();
  return <ProfilePage {...props} />;
}

/** A person's public page, independent of the viewer. */
export async function ProfilePage(props: ProfileProps) {
  const { profile, isThere } = await loadProfile(props);
  if (profile && isThere) {
    return (
      <>
        <RevalidateOnBfcache renderId={randomUUID()} />
        <ProfileView profile={profile} />
        <JsonLd data={profileData(profile)} />
      </>
    );
  }
  return <PrerenderedNotFound>{profile ? <NotFound /> : <UserNotFound />}</PrerenderedNotFound>;
}
