"use client";
import { Share2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { panelId, sharedPanelPath } from "@/lib/stories/reading/parts";
import { shareStory } from "./share-story";

interface SharePanelDialogProps {
  storyId: string;
  /** Number of the scene. */
  scene: number;
  onClosed: () => void;
}

/** The scene's panels with a picture, by their place among all of its panels. */
const picturesOf = (scene: number) =>
  [...document.querySelectorAll<HTMLElement>(`#scene-${scene} .panel`)].flatMap(
    (element, panel) => {
      const picture = element.querySelector("img");
      return document.getElementById(panelId({ scene, panel })) && picture
        ? [{ panel, element, src: picture.currentSrc || picture.src }]
        : [];
    },
  );

/** The panel that the reader sees most of. */
function mostVisible(pictures: ReturnType<typeof picturesOf>): number {
  const middle = window.innerHeight / 2;
  const distance = ({ element }: { element: HTMLElement }) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.abs((top + bottom) / 2 - middle);
  };
  return pictures.toSorted((a, b) => distance(a) - distance(b))[0]?.panel ?? 0;
}

/** Shares a link that opens at a panel, and whose preview shows it. */
export default function SharePanelDialog({ storyId, scene, onClosed }: SharePanelDialogProps) {
  const [open, setOpen] = useState(true);
  const [pictures] = useState(() => picturesOf(scene));
  const [panel, setPanel] = useState(() => mostVisible(pictures));
  const path = sharedPanelPath(storyId, { scene, panel });
  const url = window.location.origin + path;
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      size="sm"
      title="Share a panel"
      description="The link opens the story at this panel, and its preview shows it."
      footer={
        <>
          <CopyButton
            text={url}
            successMessage="Link copied"
            errorMessage={`The link could not be copied. It is ${url}`}
          >
            Copy Link
          </CopyButton>
          {"share" in navigator && (
            <Button variant="primary" onClick={() => void shareStory(document.title, path)}>
              <Share2 aria-hidden="true" /> Share This Panel
            </Button>
          )}
        </>
      }
    >
      <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-3">
        <legend className="sr-only">Panel</legend>
        {pictures.map(({ panel: each, src }) => (
          <label
            key={each}
            className="grid cursor-pointer overflow-clip rounded-control border-2 border-rule text-center text-sm font-bold has-checked:border-ink has-checked:bg-yellow has-checked:text-on-yellow has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue"
          >
            <input
              type="radio"
              name="panel"
              className="sr-only"
              checked={each === panel}
              onChange={() => setPanel(each)}
            />
            {/* biome-ignore lint/performance/noImgElement: the page has loaded it already */}
            <img src={src} alt="" className="aspect-square w-full object-cover object-top" />
            <span>Panel {each + 1}</span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
