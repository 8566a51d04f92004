"use client";
import { useQuery } from "@tanstack/react-query";
import { meOptions, type Session, toSession } from "./session/session";

/** Who is signed in, known shortly after the page is there: prerendered pages say "loading". */
export function useViewer(): Session {
  const { data, isPending } = useQuery(meOptions);
  return toSession(data, isPending);
}
