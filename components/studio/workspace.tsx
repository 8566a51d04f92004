"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { FirstStroke } from "@/components/illustrations/first-stroke";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { subscribeToStory } from "@/lib/generation/client";
import { storyKeys, storyOptions } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";
import { CastRail } from "./cast-rail";
import { PromptBar } from "./prompt-bar";
import { PublishBanner } from "./publish";
import { SceneSheet } from "./scene-sheet";
import { StoryHeader } from "./story-header";

interface WorkspaceProps {
  initial: Story;
  /** The page of one scene: it is scrolled to. */
  sceneNumber?: number;
  /** 'Demo studio' where pictures and words are made without a model. */
  demoNotice: string | null;
}

/** The drawing table: scenes as sheets, the cast at the side, the prompt bar at the foot. */
export function Workspace({ initial, sceneNumber, demoNotice }: WorkspaceProps) {
  const queryClient = useQueryClient();
  const { data: story = initial, error } = useQuery(storyOptions(initial._id, initial));

  useEffect(
    () =>
      subscribeToStory(initial._id, () => {
        void queryClient.invalidateQueries({ queryKey: storyKeys.detail(initial._id) });
      }),
    [initial._id, queryClient],
  );

  const scrolled = useRef(false);
  useEffect(() => {
    if (!sceneNumber || scrolled.current) return;
    scrolled.current = true;
    document.getElementById(`scene-${sceneNumber}`)?.scrollIntoView({ block: "start" });
  }, [sceneNumber]);

  const scenes = story.scenes.toSorted((a, b) => a.sceneNumber - b.sceneNumber);
  return (
    <div className="studio">
      <div className="studio-columns">
        <CastRail characters={story.characters} locations={story.locations} />
        <div className="studio-table">
          <StoryHeader story={story} demoNotice={demoNotice} />
          {error && (
            <Notice tone="error">
              {error.message}. What you see may be out of date; it is refreshed as soon as possible.
            </Notice>
          )}
          <PublishBanner story={story} />
          {scenes.length === 0 ? (
            <EmptyState picture={<FirstStroke />} title="Let's get started!">
              Tell the first scene in a sentence or two, at the foot of the page.
            </EmptyState>
          ) : (
            scenes.map((scene) => (
              <SceneSheet key={scene._id} scene={scene} aspectRatio={story.aspectRatio} />
            ))
          )}
          {scenes.length > 0 && (
            <p className="text-center">
              <ButtonLink href={`/story/${story._id}/read`} variant="secondary">
                Read Story
              </ButtonLink>
            </p>
          )}
        </div>
      </div>
      <PromptBar story={story} />
    </div>
  );
}
