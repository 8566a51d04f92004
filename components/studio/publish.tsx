"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BookOpen, Send } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { storyKeys, updateStory } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";

const hasPicture = (story: Story) =>
  story.scenes.some((scene) => scene.panels.some((panel) => panel.hasImage));

function usePublish(story: Story) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (status: Story["status"]) => updateStory(story._id, { status }),
    onSuccess: (updated) => {
      queryClient.setQueryData(storyKeys.detail(story._id), updated);
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
  const published = story.status === "published";
  return (
    <Button
      variant={published ? "secondary" : "primary"}
      loading={publish.isPending}
      disabled={!published && !hasPicture(story)}
      title={
        !published && !hasPicture(story) ? "Publishing needs a scene with a picture" : undefined
      }
      onClick={() => publish.mutate(published ? "draft" : "published")}
    >
      <Send aria-hidden="true" /> {published ? "Unpublish" : "Publish"}
    </Button>
  );
}

/** After the first finished scene: the story is ready to be read by others. */
export function PublishBanner({ story }: { story: Story }) {
  const publish = usePublish(story);
  const ready = story.scenes.some(
    (scene) => scene.status === "completed" && scene.panels.some((panel) => panel.hasImage),
  );
  if (!ready) return null;
  if (story.status === "published") {
    return (
      <Notice
        tone="success"
        action={
          <ButtonLink href={`/story/${story._id}/read`} size="sm">
            <BookOpen aria-hidden="true" /> Read Story
          </ButtonLink>
        }
      >
        Your story is published: everybody can find and read it.
      </Notice>
    );
  }
  return (
    <Notice
      tone="info"
      action={
        <Button size="sm" loading={publish.isPending} onClick={() => publish.mutate("published")}>
          Publish now
        </Button>
      }
    >
      Your first scene is ready. Publish the story whenever you like and go on drawing.
    </Notice>
  );
}
