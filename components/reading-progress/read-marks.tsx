"use client";
import { lazy, Suspense } from "react";
import { useHasReadings } from "./use-has-readings";
import "./read-marks.css";

const ReadMarksStyle = lazy(() =>
  import("./read-marks-style").catch(() => ({ default: () => null })),
);

/**
 * Marks the covers of stories that the viewer has read: 'Read', or a line as long as what is read.
 * One style sheet for all covers of the page, also of those that load later: no cover needs code.
 * @param isFar whether the covers end a long page: the readings load when the reader comes near
 */
export function ReadMarks({ isFar = false }: { isFar?: boolean }) {
  const { viewerId, isNeeded } = useHasReadings();
  return (
    isNeeded && (
      <Suspense>
        <ReadMarksStyle viewerId={viewerId} isFar={isFar} />
      </Suspense>
    )
  );
}
