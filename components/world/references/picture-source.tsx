"use client";
import { Images, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { PictureInput } from "@/components/media/picture-input";
import { useUpload } from "@/components/media/use-upload";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { messageOf } from "@/lib/platform/http/api-error";
import type { Story } from "@/lib/stories/schema";
import { StoryPictures } from "./story-pictures";

interface PictureSourceProps {
  story: Story;
  /** Keeps a picture that the author has uploaded or chosen. */
  onPicture: (url: string) => Promise<void> | void;
  multiple?: boolean;
}

/** Uploads a picture, or chooses one that the story has. */
export function PictureSource({ story, onPicture, multiple = false }: PictureSourceProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const upload = useUpload({ multiple, keep: onPicture });
  const choose = useDedupedMutation({
    mutationFn: async (url: string) => onPicture(url),
    meta: { handlesError: true },
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
            choose.reset();
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
        <PictureInput
          ref={picker}
          multiple={multiple}
          onFiles={(files) => files.length > 0 && upload.upload(files)}
        />
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
