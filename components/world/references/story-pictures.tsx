"use client";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { picturesOf } from "@/lib/stories/pictures";
import type { Story } from "@/lib/stories/schema";

interface StoryPicturesProps {
  story: Story;
  onChoose: (url: string) => void;
}

/** Every picture of the story's cast and panels, each once. */
export const listStoryPictures = (story: Story): { url: string; name: string }[] => {
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

/** Chooses a picture that the story has; a press chooses. */
export function StoryPictures({ story, onChoose }: StoryPicturesProps) {
  const pictures = listStoryPictures(story);
  if (pictures.length === 0) return <p className="field-hint">The story has no pictures yet.</p>;
  return (
    <ul
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
