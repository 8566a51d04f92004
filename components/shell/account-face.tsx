import { Avatar } from "@/components/ui/avatar";
import { displayName, initials } from "@/lib/accounts/display";

export interface MenuViewer {
  _id: string;
  username: string;
  email: string;
  firstName?: string | null;
  lastName?: string | null;
  avatar?: string | null;
}

/** What the button shows and is called. */
export function AccountFace({ viewer }: { viewer: MenuViewer }) {
  return (
    <>
      <Avatar src={viewer.avatar} initials={initials(viewer)} seed={viewer.username} />
      <span className="sr-only">Account menu of {displayName(viewer)}</span>
    </>
  );
}
