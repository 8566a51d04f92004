"use client";
import { type ComponentType, useEffect, useState } from "react";
import { onSessionGone, sendAccount } from "@/lib/platform/http/fetch";
import { lastViewer, sessionDialog } from "./session";

sendAccount(() => lastViewer()?._id ?? null);

// What a session that has ended needs comes when one has.
onSessionGone((request) =>
  import("./sign-in-again").then(
    ({ whenSessionGone }) => whenSessionGone(request),
    () => "same",
  ),
);

/** Once, in the root layout: where the dialog stands in which one signs in again. */
export function SessionHost() {
  const [Dialog, setDialog] = useState<ComponentType | null>(null);
  useEffect(() => {
    sessionDialog.open = async () => {
      const { SessionDialog } = await import("./session-dialog");
      setDialog(() => SessionDialog);
    };
  }, []);
  return Dialog && <Dialog />;
}
