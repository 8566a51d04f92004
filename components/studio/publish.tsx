"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { useWrite } from "@/components/ui/use-write";
import { storyKeys, updateStory } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";

const hasPicture = (story: Story) =>
  story.scenes.some((scene) => scene.panels.some((panel) => panel.hasImage));

function usePublish(story: Story) {
  const queryClient = useQueryClient();
  return useWrite({
    mutationFn: (status: Story["status"]) => updateStory(story._id, { status }),
    onSuccess: (updated) => {
      queryClient.setQueryData(storyKeys.detail(story._id), updated);
      playSound("saved");
      toast.success(
        updated.status === "published"
          ? "Published. Everybody can read it now."
          : "Unpublished. Only you can see it now.",
      );
    },
  });
}

/** Publish or Unpublish; publishing needs a scene with a picture. */
export function PublishButton({ story }: { story: Story }) {
  const publish = usePublish(story);
  const reason = useId();
  const published = story.status === "published";
  const isEarly = !published && !hasPicture(story);
  return (
    <>
      <Button
        loading={publish.isPending}
        disabled={isEarly}
        aria-describedby={isEarly ? reason : undefined}
        title={isEarly ? "Publishing needs a scene with a picture" : undefined}
        onClick={() => publish.mutate(published ? "draft" : "published")}
      >
        <Send aria-hidden="true" /> {published ? "Unpublish" : "Publish"}
      </Button>
      {isEarly && (
        <span id={reason} hidden>
          Publishing needs a scene with a picture
        </span>
      )}
    </>
  );
}

/** After the first finished scene: the story is ready to be read by others. */
export function PublishBanner({ story }: { story: Story }) {
  const publish = usePublish(story);
  const ready = story.scenes.some(
    (scene) => scene.status === "completed" && scene.panels.some((panel) => panel.hasImage),
  );
  if (!ready || story.status === "published") return null;
  return (
    <Notice
      tone="info"
      action={
        <Button size="sm" loading={publish.isPending} onClick={() => publish.mutate("published")}>
          Publish now
        </Button>
      }
    >
      {story.scenes.length === 1
        ? "Your first scene is ready. Publish the story whenever you like and go on drawing."
        : "Only you can see this story. Publish it whenever you like and go on drawing."}
    </Notice>
  );
}
