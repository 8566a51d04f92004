"use client";
import { useSyncExternalStore } from "react";
import { type Session, sessionStore } from "./session-store";

/**
 * Who is signed in, known shortly after the page is there: prerendered pages say "loading". Visitors
 * cost no call, because only a browser that has signed in before asks.
 */
export const useViewer = (): Session =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.get, sessionStore.getOnServer);
