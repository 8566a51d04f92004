"use client";
import { useQuery } from "@tanstack/react-query";
import { Progress } from "@/components/ui/progress";
import { sceneProgressOptions } from "@/lib/generation/client";
import type { Scene } from "@/lib/scenes/schema";

/** How far a scene is that is being made, and that its work stands still where it does. */
export function SceneUnderWay({ scene: { _id, panels } }: { scene: Scene }) {
  const { data } = useQuery(sceneProgressOptions(_id));
  const done = panels.filter(({ status }) => status === "completed").length;
  return (
    <div className="grid gap-2">
      <Progress
        value={Math.round((100 * done) / Math.max(1, panels.length))}
        label={
          done === 0 ? "Writing and drawing your scene" : `${done} of ${panels.length} panels drawn`
        }
      />
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {data?.isWaiting && "Waiting for the server to take this up again. Nothing is lost."}
      </p>
    </div>
  );
}
