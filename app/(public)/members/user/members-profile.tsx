import { redirect } from "next/navigation";
import { pageViewer } from "@/app/page-viewer";
import { profileHref } from "@/lib/stories/feed-address";
import { ProfilePage, type ProfileProps, profileMetadata } from "../../user/profile-page";

export async function membersProfileMetadata(props: ProfileProps) {
  // Titles tell who there is, too.
  return (await pageViewer()) ? profileMetadata(props) : {};
}

/** A profile where browsing needs sign-in (`PUBLIC_BROWSING=false`). */
export async function MembersProfile(props: ProfileProps) {
  const { username, page = "1" } = await props.params;
  if (!(await pageViewer())) {
    redirect(`/login?from=${encodeURIComponent(profileHref(username, Number(page) || 1))}`);
  }
  return <ProfilePage {...props} />;
}
