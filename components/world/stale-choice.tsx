"use client";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import type { EntityFormValues } from "@/lib/world/schema";
import { fieldNames } from "./entity-values";

const labels = {
  name: "Name",
  title: "Title",
  description: "Description",
  imagePrompt: "Image prompt",
} as const;

interface StaleChoiceProps {
  /** The server's own words. */
  message: string;
  mine: EntityFormValues;
  theirs: EntityFormValues;
  saving: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Somebody, or the author in another window, saved first: both versions, and a choice. */
export function StaleChoice({
  message,
  mine,
  theirs,
  saving,
  onKeepMine,
  onTakeTheirs,
}: StaleChoiceProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const differing = fieldNames.filter((name) => mine[name].trim() !== theirs[name]);
  return (
    <section ref={box} tabIndex={-1} aria-label="Two versions" className="stale">
      <p role="alert" className="font-bold">
        {message}
      </p>
      {differing.map((name) => (
        <div key={name} className="stale-field">
          <h3 className="text-sm font-bold">{labels[name]}</h3>
          <dl className="stale-pair">
            <div>
              <dt>Yours</dt>
              <dd>{mine[name].trim() || "(empty)"}</dd>
            </div>
            <div>
              <dt>Saved meanwhile</dt>
              <dd>{theirs[name] || "(empty)"}</dd>
            </div>
          </dl>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" loading={saving} onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button size="sm" disabled={saving} onClick={onTakeTheirs}>
          Take the other
        </Button>
      </div>
    </section>
  );
}
