"use client";
import { createContext, useContext } from "react";
import { formatCount } from "@/lib/stories/format-count";

/** Newer likes by story. Apart from what fetches them, which the reading page does without. */
export const LikesContext = createContext<Readonly<Record<string, number>>>({});

/** The likes of a cover. @param count at the time of rendering */
export function CoverLikes({ id, count }: { id: string; count: number }) {
  const likes = useContext(LikesContext)[id] ?? count;
  return (
    <>
      {formatCount(likes)}
      <span className="sr-only"> {likes === 1 ? "like" : "likes"}</span>
    </>
  );
}
