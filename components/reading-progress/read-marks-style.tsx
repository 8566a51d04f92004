"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useNearViewport } from "@/components/ui/hooks/use-near-viewport";
import { isId } from "@/lib/platform/http/ids";
import type { Reading } from "@/lib/stories/reading/progress-schema";
import { readingsOptions } from "./readings";

const ruleOf = ({ storyId, progression }: Reading) =>
  `[data-story="${storyId}"]{${progression < 1 ? `--read:${progression}` : '--read-mark:"Read"'}}`;

interface ReadMarksStyleProps {
  viewerId: string | undefined;
  isFar: boolean;
}

export default function ReadMarksStyle({ viewerId, isFar }: ReadMarksStyleProps): ReactNode {
  const { ref, isNear } = useNearViewport<HTMLSpanElement>(!isFar);
  const { data = [] } = useQuery({ ...readingsOptions(viewerId), enabled: isNear });
  const rules = data.filter(({ storyId }) => isId(storyId)).map(ruleOf);
  return (
    <>
      {isFar && <span ref={ref} className="absolute" />}
      <style>{rules.join("")}</style>
    </>
  );
}
