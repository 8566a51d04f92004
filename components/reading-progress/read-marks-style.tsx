"use client";
import { useQuery } from "@tanstack/react-query";
import { isId } from "@/lib/platform/http/ids";
import type { Reading } from "@/lib/stories/progress-schema";
import { readingsOptions } from "./readings";

const ruleOf = ({ storyId, progression }: Reading) =>
  `[data-story="${storyId}"]{${progression < 1 ? `--read:${progression}` : '--read-mark:"Read"'}}`;

export default function ReadMarksStyle({ viewerId }: { viewerId: string | undefined }) {
  const { data = [] } = useQuery(readingsOptions(viewerId));
  return (
    <style>
      {data
        .filter(({ storyId }) => isId(storyId))
        .map(ruleOf)
        .join("")}
    </style>
  );
}
