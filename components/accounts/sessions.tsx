"use client";
import { useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { dateAndTime, shortDate } from "@/components/ui/dates";
import { toast } from "@/components/ui/toast";
import { endOtherSessions, endSession } from "@/lib/accounts/security-client";
import type { Session } from "@/lib/accounts/security-schema";
import { Row } from "./settings-row";
import { useAccountChange } from "./use-account-change";

/** Where somebody is signed in, each of which can be ended. */
export function Sessions({ sessions: initial }: { sessions: Session[] }) {
  const [sessions, setSessions] = useState(initial);
  // The button that was pressed goes with its row.
  const title = useRef<HTMLHeadingElement>(null);
  const keep = (isKept: (session: Session) => boolean) => {
    setSessions((shown) => shown.filter(isKept));
    title.current?.focus();
  };
  const endOthers = useAccountChange({
    change: endOtherSessions,
    onDone({ message }) {
      keep(({ isCurrent }) => isCurrent);
      toast.success(message);
    },
  });
  const isAlone = sessions.every(({ isCurrent }) => isCurrent);
  return (
    <section aria-labelledby="sessions-title" className="grid gap-4">
      <h2 ref={title} id="sessions-title" tabIndex={-1} className="display text-2xl">
        Signed-in devices
      </h2>
      <div className="rounded-card border-2 border-ink bg-sheet px-6 py-2 sm:px-8">
        {sessions.map((session) => (
          <SessionRow
            key={session._id}
            session={session}
            onEnded={() => keep(({ _id }) => _id !== session._id)}
          />
        ))}
        <Row
          title="Everywhere else"
          hint={
            isAlone
              ? "You are signed in nowhere else."
              : "Ends every session but this one. If somebody knows your password, change it as well."
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
        </Row>
      </div>
    </section>
  );
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { _id, device, network, createdAt, lastSeenAt, isCurrent } = session;
  const end = useAccountChange({
    change: endSession,
    onDone({ message }) {
      onEnded();
      toast.success(message);
    },
  });
  const facts = [
    network || "Unknown network",
    `since ${shortDate(createdAt)}`,
    isCurrent ? "here now" : `last seen ${dateAndTime(lastSeenAt)}`,
  ];
  return (
    <Row
      title={
        <>
          {device} {isCurrent && <Badge tone="green">This device</Badge>}
        </>
      }
      hint={facts.join(" · ")}
    >
      {!isCurrent && (
        <Button
          size="sm"
          label={`Sign Out: ${device}, ${network}`}
          loading={end.isPending}
          onClick={() => end.mutate(_id)}
        >
          Sign Out
        </Button>
      )}
    </Row>
  );
}
