import { Send } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useId } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { hasPicture } from "@/lib/stories/pictures";
import type { Story } from "@/lib/stories/schema";
import { removeSearchParam } from "../remove-search-param";

interface PublishProps {
  story: Story;
  /** Opens the publish dialog. */
  onOpen: () => void;
}

/** Opens the publish dialog; disabled without a picture. */
export function PublishButton({
  ref,
  story,
  onOpen,
}: PublishProps & { ref: RefObject<HTMLButtonElement | null> }) {
  const reason = useId();
  const isPublished = story.status === "published";
  const isEarly = !isPublished && !hasPicture(story);
  return (
    <>
      <Button
        ref={ref}
        disabled={isEarly}
        aria-describedby={isEarly ? reason : undefined}
        title={
          isEarly
            ? "Publishing needs a scene with a picture"
            : isPublished
              ? "Share it, change it, or unpublish it"
              : undefined
        }
        onClick={onOpen}
      >
        <Send aria-hidden="true" className="max-sm:hidden" />{" "}
        {isPublished ? "Published" : "Publish"}
      </Button>
      {isEarly && (
        <span id={reason} hidden>
          Publishing needs a scene with a picture
        </span>
      )}
    </>
  );
}

/** Suggests publishing after the first finished scene. */
export function PublishBanner({ story, onOpen }: PublishProps) {
  const ready = story.scenes.some(
    (scene) => scene.status === "completed" && scene.panels.some((panel) => panel.hasImage),
  );
  if (!ready || story.status === "published") return null;
  return (
    <Notice
      tone="info"
      className="publish-banner [overflow-anchor:none]"
      action={
        <Button size="sm" onClick={onOpen}>
          Publish now
        </Button>
      }
    >
      {story.scenes.length === 1
        ? "Your first scene is ready. Publish the story whenever you like and keep editing."
        : "Only you can see this story. Publish it whenever you like and keep editing."}
    </Notice>
  );
}

/** Opens the dialog once for `?publish`, to which the last page of a draft links. */
export function useOpenPublishFromUrl({ story, onOpen }: PublishProps) {
  const ask = useEffectEvent(() => {
    if (!new URLSearchParams(window.location.search).has("publish")) return;
    removeSearchParam("publish");
    if (story.status === "published" || hasPicture(story)) onOpen();
  });
  useEffect(() => ask(), []);
}
