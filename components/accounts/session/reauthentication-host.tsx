"use client";
import { type ComponentType, useEffect, useState } from "react";
import { setAccountGetter, setSessionCheck } from "@/lib/platform/http/fetch";
import { getLastViewer, reauthenticationDialog } from "./session";

setAccountGetter(() => getLastViewer()?._id ?? null);

// What a session that has ended needs comes when one has.
setSessionCheck((request) =>
  import("./reauthenticate").then(
    ({ handleSessionExpired }) => handleSessionExpired(request),
    () => "same",
  ),
);

/** Once, in the root layout: where the dialog stands in which one signs in again. */
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
