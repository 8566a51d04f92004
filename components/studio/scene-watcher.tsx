"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { sceneProgressOptions } from "@/lib/generation/client";
import type { SceneProgress } from "@/lib/generation/schema";
import { ApiError } from "@/lib/platform/http/api-error";
import type { Story } from "@/lib/stories/schema";
import { unwatchScene, useWatchedScenes } from "./watched-scenes";

interface SceneWatcherProps {
  story: Story;
  /** Called once for each scene that this tab has started, when it has ended. */
  onEnd: (progress: SceneProgress) => void;
}

/** Polls the scenes that this tab has started. */
export function SceneWatcher({ story, onEnd }: SceneWatcherProps) {
  const watched = useWatchedScenes(story._id);
  return watched.map((sceneId) => {
    const scene = story.scenes.find(({ _id }) => _id === sceneId);
    return (
      <SingleSceneWatcher
        key={sceneId}
        storyId={story._id}
        sceneId={sceneId}
        hasEnded={scene !== undefined && scene.status !== "generating"}
        onEnd={onEnd}
      />
    );
  });
}

function SingleSceneWatcher({
  storyId,
  sceneId,
  hasEnded,
  onEnd,
}: {
  storyId: string;
  sceneId: string;
  /** The story says so already: no need to wait for the next poll. */
  hasEnded: boolean;
  onEnd: SceneWatcherProps["onEnd"];
}) {
  const { data, error, refetch } = useQuery(sceneProgressOptions(sceneId));
  const onEndRef = useRef(onEnd);
  onEndRef.current = onEnd;

  useEffect(() => {
    if (hasEnded) void refetch();
  }, [hasEnded, refetch]);

  useEffect(() => {
    if (data && !data.isGenerating && unwatchScene(storyId, sceneId)) onEndRef.current(data);
  }, [data, sceneId, storyId]);

  useEffect(() => {
    // The scene is deleted: nothing to report.
    if (error instanceof ApiError && error.status === 404) unwatchScene(storyId, sceneId);
  }, [error, sceneId, storyId]);

  return null;
}
