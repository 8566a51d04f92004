"use client";
import { QueryObserver } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { getQueryClient } from "@/components/shell/query-client";
import type { User } from "@/lib/accounts/schema";
import { createListeners } from "@/lib/platform/listeners";
import { meOptions, type Session, toSession } from "./session/session";

const loading: Session = { viewer: null, status: "loading" };
let last: Session = loading;

/** The same object until the session changes. */
function getSession(): Session {
  const state = getQueryClient().getQueryState<User | null>(meOptions.queryKey);
  const now = toSession(state?.data, (state?.status ?? "pending") === "pending");
  if (now.viewer !== last.viewer || now.status !== last.status) last = now;
  return last;
}

/** One observer of the query for all islands of a page. */
const { subscribe } = createListeners((notify) =>
  new QueryObserver(getQueryClient(), meOptions).subscribe(notify),
);

/** The session of the viewer; "loading" on prerendered pages until the browser has asked. */
export const useViewer = (): Session => useSyncExternalStore(subscribe, getSession, () => loading);

/**
 * The signed-in viewer; null until they are known, and for visitors, whose page does not render
 * again once that is known.
 */
export const useSignedInViewer = (): User | null =>
  useSyncExternalStore(
    subscribe,
    () => getSession().viewer,
    () => null,
  );
