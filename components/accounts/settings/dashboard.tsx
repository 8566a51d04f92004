"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/page-heading";
import { shortName } from "@/lib/accounts/display-name";
import type { Provider, User } from "@/lib/accounts/schema";
import type { SignInMethods } from "@/lib/accounts/sign-in/security-schema";
import { setViewer } from "../session/session";
import { SessionGuard } from "../session/session-guard";
import { AccountSettings } from "./account-settings";
import { joinIds } from "./join-ids";
import { ProfileCard } from "./profile-card";
import { ProfileDialog } from "./profile-dialog";
import { ReadingApps } from "./reading-apps";
import { Sessions } from "./sessions";
import { SignInSettings } from "./sign-in-settings";

interface DashboardProps {
  user: User;
  providers: Provider[];
  waysIn: SignInMethods;
  /** Address of the OPDS catalogue. */
  catalogue: string;
  /** Whether this site can send mail. */
  sendsMail: boolean;
  /** Number of subjects that wait for the administrator's decision; null for others. */
  openReports: number | null;
  /** Error of a failed connection to a service. */
  problem: ReactNode;
  /** The person's stories, between profile and settings. */
  children?: ReactNode;
}

export function Dashboard({
  user: initial,
  providers,
  waysIn,
  catalogue,
  sendsMail,
  openReports,
  problem,
  children,
}: DashboardProps) {
  const [user, setUser] = useState(initial);
  // A refresh of the page brings newer data.
  const [lastInitial, setLastInitial] = useState(initial);
  if (initial !== lastInitial) {
    setLastInitial(initial);
    setUser(initial);
  }
  const { refresh } = useRouter();
  const [editing, setEditing] = useState(false);
  // The header shows the user's data too.
  useEffect(() => {
    void setViewer(user);
  }, [user]);

  return (
    <Page className="grid gap-10">
      <SessionGuard />
      <PageHeading
        title={`Welcome to your Dashboard, ${shortName(user)}!`}
        actions={
          <>
            {openReports !== null && (
              <ButtonLink href="/setup/reports">
                {openReports > 0 ? `Reports (${openReports})` : "Reports"}
              </ButtonLink>
            )}
            {user.isAdministrator && <ButtonLink href="/setup">Setup</ButtonLink>}
            {/* A prefetched profile would be stale after an edit here. */}
            <ButtonLink href={`/user/${user.username}`} prefetch={false}>
              View Public Profile
            </ButtonLink>
          </>
        }
      />
      {problem}
      <ProfileCard user={user} onChanged={setUser} onEdit={() => setEditing(true)} />
      {children}
      <SignInSettings
        user={user}
        providers={providers}
        waysIn={waysIn}
        sendsMail={sendsMail}
        onEditEmail={() => setEditing(true)}
        onPasswordSet={() => {
          setUser((current) => ({ ...current, hasPassword: true }));
          // The server has ended every other session.
          refresh();
        }}
      />
      <Sessions key={joinIds(waysIn.sessions)} sessions={waysIn.sessions} />
      <ReadingApps
        key={joinIds(waysIn.appPasswords)}
        user={user}
        catalogue={catalogue}
        appPasswords={waysIn.appPasswords}
      />
      <AccountSettings user={user} />
      <ProfileDialog user={user} open={editing} onOpenChange={setEditing} onSaved={setUser} />
    </Page>
  );
}
