"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useIsStale } from "@/components/ui/hooks/use-is-stale";
import { likesStaleTime } from "@/lib/likes/client";
import { type ListAddress, listLikesOptions } from "@/lib/stories/feed/client";
import { LikesContext } from "./cover-likes";

interface LiveLikesProps {
  list: ListAddress;
  /** Time when the server read the covers, in milliseconds since the epoch. */
  readAt: number;
  children: ReactNode;
}

/** Fetches the likes again once the list of covers is stale. */
export function LiveLikes({ list, readAt, children }: LiveLikesProps) {
  const isStale = useIsStale(readAt, likesStaleTime);
  const { data = {} } = useQuery({ ...listLikesOptions(list, readAt), enabled: isStale });
  return <LikesContext value={data}>{children}</LikesContext>;
}
