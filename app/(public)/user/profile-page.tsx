import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import NotFound from "@/app/not-found";
import { JsonLd } from "@/components/discovery/json-ld";
import { ProfileView } from "@/components/profile/profile-view";
import { UnknownUser } from "@/components/profile/unknown-user";
import { FreshOnReturn } from "@/components/shell/fresh-on-return";
import { NotFoundHere } from "@/components/shell/not-found-here";
import { profileMetadata as describeProfile, unknownMetadata } from "@/lib/discovery/metadata";
import { profileData } from "@/lib/discovery/structured-data";
import { keepBriefly } from "@/lib/platform/cache";
import { cachedProfile } from "@/lib/stories/cache";
import { profileHref } from "@/lib/stories/feed-address";
import "@/app/(public)/lists.css";

export type ProfileProps = { params: Promise<{ username: string; page?: string }> };

/** Pages by number end here, as in the feed. */
const lastPage = 50;

async function load({ params }: ProfileProps) {
  const { username, page: number = "1" } = await params;
  const known = /^[A-Za-z0-9_-]{3,30}$/.test(username);
  const page = /^([1-9]|[1-4]\d|50)$/.test(number) ? Number(number) : 0;
  const profile = known
    ? await cachedProfile(username, Math.min(Math.max(page, 1), lastPage))
    : null;
  const isThere = page === 1 || (page > 1 && (profile?.stories.length ?? 0) > 0);
  if (!profile || !isThere) await keepBriefly();
  return { profile, page, isThere };
}

/** Whether the address has a person, and this page of theirs. */
export async function profileIsThere(props: ProfileProps): Promise<boolean> {
  const { profile, isThere = false } = await load(props);
  return profile !== null && isThere;
}

export async function profileMetadata(props: ProfileProps): Promise<Metadata> {
  const { profile, page = 1, isThere } = await load(props);
  if (!profile) return unknownMetadata("User Not Found");
  if (!isThere) return unknownMetadata("Page Not Found");
  const { username } = profile.user;
  const pages = Math.min(profile.pagination.pages, lastPage);
  return describeProfile(profile, {
    page,
    pages,
    hrefOf: (number) => profileHref(username, number),
  });
}

/** A person's public page; it knows no viewer. */
export async function ProfilePage(props: ProfileProps) {
  const { profile, isThere } = await load(props);
  if (profile && isThere) {
    return (
      <>
        <FreshOnReturn made={randomUUID()} />
        <ProfileView profile={profile} />
        <JsonLd data={profileData(profile)} />
      </>
    );
  }
  return <NotFoundHere>{profile ? <NotFound /> : <UnknownUser />}</NotFoundHere>;
}
