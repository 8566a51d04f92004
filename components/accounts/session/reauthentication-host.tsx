"use client";
import { type ComponentType, useEffect, useState } from "react";
import { setAccountGetter, setSessionCheck } from "@/lib/platform/http/fetch";
import { getLastViewer, reauthenticationDialog } from "./session";

setAccountGetter(() => getLastViewer()?._id ?? null);

// Loaded only once a session has ended.
setSessionCheck((request) =>
  import("./reauthenticate").then(
    ({ handleSessionExpired }) => handleSessionExpired(request),
    () => "same",
  ),
);

/** Hosts the re-authentication dialog, once in the root layout. */
export function ReauthenticationHost() {
  const [Dialog, setDialog] = useState<ComponentType | null>(null);
  useEffect(() => {
    reauthenticationDialog.open = async () => {
      const { ReauthenticationDialog } = await import("./reauthentication-dialog");
      setDialog(() => ReauthenticationDialog);
    };
  }, []);
  return Dialog && <Dialog />;
}
