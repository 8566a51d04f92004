import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ProfileView } from "@/components/profile/profile-view";
import { displayName } from "@/lib/accounts/display";
import { cachedProfile } from "@/lib/stories/cache";

export type ProfileProps = { params: Promise<{ username: string }> };

async function load({ params }: ProfileProps) {
  const { username } = await params;
  return /^[A-Za-z0-9_-]{3,30}$/.test(username) ? cachedProfile(username) : null;
}

export async function profileMetadata(props: ProfileProps): Promise<Metadata> {
  const profile = await load(props);
  if (!profile) return { title: "User Not Found", robots: { index: false } };
  const name = displayName(profile.user);
  return {
    title: `${name} (@${profile.user.username})`,
    description: `Comics by ${name}: ${profile.stats.publishedStories} published.`,
    alternates: { canonical: `/user/${profile.user.username}` },
  };
}

/** A person's public page; it knows no viewer. */
export async function ProfilePage(props: ProfileProps) {
  const profile = await load(props);
  if (!profile) notFound();
  return <ProfileView profile={profile} />;
}
