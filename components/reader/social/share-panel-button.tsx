"use client";
import { Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { whenChunkLoaded } from "@/components/ui/utils/when-chunk-loaded";

const fetchDialog = () => import("./share-panel-dialog");
const SharePanelDialog = lazy(fetchDialog);

/** Opens the choice of a scene's panel to share. */
export function SharePanelButton({ storyId, scene }: { storyId: string; scene: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Share a panel of scene ${scene}`}
        onClick={() => whenChunkLoaded(fetchDialog(), () => setOpen(true))}
      >
        <Share2 aria-hidden="true" />
        <span>Share</span>
      </Button>
      {isOpen && (
        <Suspense>
          <SharePanelDialog storyId={storyId} scene={scene} onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
