import { Send } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Story } from "@/lib/stories/schema";

interface PublishProps {
  story: Story;
  /** Opens the sheet. */
  onOpen: () => void;
}

/** Opens the sheet that publishes, and what belongs to a story that is; it needs a picture. */
export function PublishButton({ story, onOpen }: PublishProps) {
  const reason = useId();
  const isPublished = story.status === "published";
  const isEarly =
    !isPublished && !story.scenes.some((scene) => scene.panels.some((panel) => panel.hasImage));
  return (
    <>
      <Button
        disabled={isEarly}
        aria-describedby={isEarly ? reason : undefined}
        title={isEarly ? "Publishing needs a scene with a picture" : undefined}
        onClick={onOpen}
      >
        <Send aria-hidden="true" /> {isPublished ? "Published" : "Publish"}
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
export function PublishBanner({ story, onOpen }: PublishProps) {
  const ready = story.scenes.some(
    (scene) => scene.status === "completed" && scene.panels.some((panel) => panel.hasImage),
  );
  if (!ready || story.status === "published") return null;
  return (
    <Notice
      tone="info"
      action={
        <Button size="sm" onClick={onOpen}>
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
