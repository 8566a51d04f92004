import { redirect } from "next/navigation";
import { pageViewer } from "@/app/page-viewer";
import { ProfilePage, type ProfileProps, profileMetadata } from "../../../user/profile-page";

/** A profile where browsing needs sign-in (`PUBLIC_BROWSING=false`). */
export const generateMetadata = profileMetadata;

export default async function MembersProfile(props: ProfileProps) {
  const { username } = await props.params;
  if (!(await pageViewer())) {
    redirect(`/login?from=${encodeURIComponent(`/user/${username}`)}`);
  }
  return <ProfilePage {...props} />;
}
