"use client";
import { ImageUp } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { PictureInput } from "./picture-input";

/** Picks a file; drop and paste work anywhere in the dialog. */
export function UploadForm({ onFiles }: { onFiles: (files: File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="grid justify-items-center gap-3 p-5 border-2 border-dashed border-ink-soft rounded-card text-center">
      <ImageUp aria-hidden="true" size={32} />
      <p>
        <span className="pointer-coarse:hidden">Drop a picture here, or paste one.</span>
        <span className="hidden pointer-coarse:inline">Choose a photo or a file.</span>
        <br />
        <span className="text-sm text-ink-soft">JPEG, PNG, GIF or WebP, at most 10 MB</span>
      </p>
      <Button onClick={() => picker.current?.click()}>Choose a picture</Button>
      <PictureInput ref={picker} onFiles={onFiles} />
    </div>
  );
}
