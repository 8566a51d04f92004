"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { chosenStyle, styleName } from "@/lib/stories/art-styles";
import { setArtStyle } from "@/lib/stories/client";
import { updateCachedStory } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";
import { ArtStyleDialog } from "./art-style-dialog";
import { StylePicture } from "./art-style-grid";

const pictureClasses =
  "block aspect-3/2 w-18 flex-none overflow-clip rounded-[4px] border-2 border-ink";

/** The story's art style by name and example; Change opens the choice, which is saved at once. */
export function ArtStyleRow({ story }: { story: Story }) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const apply = useDedupedMutation({
    mutationFn: (prompt: string) => setArtStyle(story._id, prompt),
    meta: { handlesError: true },
    async onSuccess(saved) {
      await updateCachedStory(queryClient, story._id, () => saved);
      playSound("saved");
      setOpen(false);
    },
    onError: () => toast.error("Failed to save art style"),
  });
  const style = chosenStyle(story.artStyle);
  return (
    <div className="field">
      <span className="field-label" id={`style-of-${story._id}`}>
        Art style
      </span>
      <div className="flex items-center gap-3 rounded-control border-2 border-ink p-2">
        {style ? (
          <StylePicture style={style} className={pictureClasses} />
        ) : (
          // A style of the author's own has no picture.
          <span
            className={`bg-yellow after:block after:h-full after:bg-on-yellow after:opacity-50 after:[mask:var(--halftone)_0_0/10px_10px] ${pictureClasses}`}
          />
        )}
        <span className="min-w-0 flex-1">
          <span className="block font-bold">{styleName(story.artStyle)}</span>
          <span className="line-clamp-2 text-sm text-ink-soft">
            {style ? style.description : story.artStyle}
          </span>
        </span>
        <Button size="sm" label="Change art style" onClick={() => setOpen(true)}>
          Change
        </Button>
      </div>
      <ArtStyleDialog
        story={story}
        open={open}
        onOpenChange={setOpen}
        onApply={(prompt) =>
          prompt === story.artStyle.trim() ? setOpen(false) : apply.mutate(prompt)
        }
        pending={apply.isPending}
      />
    </div>
  );
}
