"use client";
import { useQuery } from "@tanstack/react-query";
import { meOptions, type Session, toSession } from "./session/session";

/** The session of the viewer; "loading" on prerendered pages until the browser has asked. */
export function useViewer(): Session {
  const { data, isPending } = useQuery(meOptions);
  return toSession(data, isPending);
}
