"use client";
import { useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { formatDateTime, formatShortDate } from "@/components/ui/utils/format-date";
import { endOtherSessions, endSession } from "@/lib/accounts/sign-in/security-client";
import type { Session } from "@/lib/accounts/sign-in/security-schema";
import { useLogout } from "../session/use-logout";
import { SettingsRow, SettingsSection } from "./settings-row";

/** The person's sessions; each can be ended. */
export function Sessions({ sessions: initial }: { sessions: Session[] }) {
  const [sessions, setSessions] = useState(initial);
  // The pressed button unmounts with its row.
  const title = useRef<HTMLHeadingElement>(null);
  const filterSessions = (isRemaining: (session: Session) => boolean) => {
    setSessions((shown) => shown.filter(isRemaining));
    title.current?.focus();
  };
  const endOthers = useDedupedMutation({
    mutationFn: endOtherSessions,
    onSuccess({ message }) {
      filterSessions(({ isCurrent }) => isCurrent);
      toast.success(message);
    },
  });
  const isAlone = sessions.every(({ isCurrent }) => isCurrent);
  return (
    <SettingsSection title="Signed-in devices" titleRef={title}>
      {sessions.map((session) => (
        <SessionRow
          key={session._id}
          session={session}
          onEnded={() => filterSessions(({ _id }) => _id !== session._id)}
        />
      ))}
      <SettingsRow
        title="Other devices"
        hint={
          isAlone
            ? "You are not signed in on any other device."
            : "Signs you out on all of them. If your password was leaked, change it too."
        }
      >
        {!isAlone && (
          <Button
            size="sm"
            variant="danger"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            Sign Out All Others
          </Button>
        )}
      </SettingsRow>
    </SettingsSection>
  );
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { _id, device, network, createdAt, lastSeenAt, isCurrent } = session;
  const end = useDedupedMutation({
    mutationFn: endSession,
    onSuccess({ message }) {
      onEnded();
      toast.success(message);
    },
  });
  const { logout, isLeaving } = useLogout();
  const facts = [
    network || "Unknown network",
    `since ${formatShortDate(createdAt)}`,
    isCurrent ? "active now" : `last seen ${formatDateTime(lastSeenAt)}`,
  ];
  return (
    <SettingsRow
      title={
        <>
          {device} {isCurrent && <Badge tone="green">This device</Badge>}
        </>
      }
      hint={facts.join(" · ")}
    >
      <Button
        size="sm"
        label={isCurrent ? "Sign Out on this device" : `Sign Out: ${device}, ${network}`}
        loading={isCurrent ? isLeaving : end.isPending}
        onClick={() => (isCurrent ? logout() : end.mutate(_id))}
      >
        Sign Out
      </Button>
    </SettingsRow>
  );
}
