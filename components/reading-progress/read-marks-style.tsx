"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isId } from "@/lib/platform/http/ids";
import type { Reading } from "@/lib/stories/reading/progress-schema";
import { readingsOptions } from "./readings";

const ruleOf = ({ storyId, progression }: Reading) =>
  `[data-story="${storyId}"]{${progression < 1 ? `--read:${progression}` : '--read-mark:"Read"'}}`;

export default function ReadMarksStyle(props: { viewerId: string | undefined }): ReactNode {
  const { data = [] } = useQuery(readingsOptions(props.viewerId));
  return (
    <style>
      {data
        .filter(({ storyId }) => isId(storyId))
        .map(ruleOf)
        .join("")}
    </style>
  );
}
