"use client";
import { Images, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { PictureInput } from "@/components/media/picture-input";
import { useUpload } from "@/components/media/use-upload";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { passFocus } from "@/components/ui/pass-focus";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { messageOf } from "@/lib/platform/http/api-error";
import { picturesOf } from "@/lib/stories/pictures";
import type { Story } from "@/lib/stories/schema";

interface PictureSourceProps {
  story: Story;
  /** Keeps a picture that the author has uploaded or chosen. */
  onPicture: (url: string) => Promise<void> | void;
  multiple?: boolean;
}

/** Uploads a picture, or chooses one of the story's. */
export function PictureSource({ story, onPicture, multiple = false }: PictureSourceProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const upload = useUpload({ multiple, keep: onPicture });
  const choose = useDedupedMutation({
    mutationFn: async (url: string) => onPicture(url),
    meta: { handlesError: "while-mounted" },
    onSuccess: () => setIsChoosing(false),
  });
  const problems = upload.error ? [upload.error.message, ...upload.error.problems] : [];
  if (choose.error) problems.push(messageOf(choose.error));
  return (
    <div className="grid gap-2.5" {...upload.handlers}>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          loading={upload.isPending}
          onClick={() => {
            choose.clearError();
            picker.current?.click();
          }}
        >
          <Upload aria-hidden="true" /> Upload
        </Button>
        <Button
          size="sm"
          aria-expanded={isChoosing}
          loading={choose.isPending}
          onClick={() => setIsChoosing(!isChoosing)}
        >
          <Images aria-hidden="true" /> From the Story
        </Button>
        <PictureInput ref={picker} multiple={multiple} onFiles={upload.upload} />
      </div>
      {problems.length > 0 && (
        <Notice tone="error">
          {problems.map((problem) => (
            <span key={problem} className="block wrap-anywhere">
              {problem}
            </span>
          ))}
        </Notice>
      )}
      {isChoosing && <StoryPictures story={story} onChoose={choose.mutate} />}
    </div>
  );
}

/** Every picture of the story's cast and panels, each once. */
const listStoryPictures = (story: Story): { url: string; name: string }[] => {
  const all = [
    ...[...story.characters, ...story.locations].flatMap(({ name, imageUrls }) =>
      imageUrls.map((url) => ({ url, name })),
    ),
    ...picturesOf(story).map(({ panel, sceneNumber }) => ({
      url: panel.imageUrl ?? "",
      name: `Scene ${sceneNumber}, panel ${panel.panelNumber}`,
    })),
  ];
  return all.filter(({ url }, at) => all.findIndex((other) => other.url === url) === at);
};

/** The story's pictures; a press chooses one. */
function StoryPictures({ story, onChoose }: { story: Story; onChoose: (url: string) => void }) {
  const pictures = listStoryPictures(story);
  if (pictures.length === 0) return <p className="field-hint">The story has no pictures yet.</p>;
  return (
    <ul
      ref={passFocus}
      aria-label="Pictures of the story"
      className="-mx-1 grid max-h-56 grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2 overflow-y-auto p-1"
    >
      {pictures.map(({ url, name }) => (
        <li key={url}>
          <button
            type="button"
            aria-label={name}
            title={name}
            className="block aspect-square w-full overflow-clip rounded-[4px] border-2 border-ink hover:border-blue focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-blue [&>img]:size-full [&>img]:object-cover"
            onClick={() => onChoose(url)}
          >
            <ImageWithFallback src={url} alt="" loading="lazy" decoding="async" />
          </button>
        </li>
      ))}
    </ul>
  );
}
