"use client";
import { Download, ImageDown } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { TwoLines } from "@/components/ui/two-lines";

interface DownloadButtonProps {
  sceneId: string;
  sceneNumber: number;
  /** `storySlug` of the story's title. */
  slug: string;
  quiet?: boolean;
  /** Number of files that one click saves. */
  pictures: number;
  /** Saves the composed page as one picture instead of one per panel. */
  asPage?: boolean;
  /** The scene's panels, if the page does not show them as readers see them. */
  children?: ReactNode;
}

/** Queue: one scene at a time, in the order of the requests. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Saves the pictures of a scene, or its page, to the device. Its code is loaded with the first
 * press.
 */
export function DownloadButton({
  sceneId,
  sceneNumber,
  slug,
  quiet,
  pictures,
  asPage = false,
  children,
}: DownloadButtonProps) {
  const panelFiles = pictures === 1 ? "one picture" : `${pictures} pictures`;
  const files = asPage ? "all panels in one" : panelFiles;
  const panels = useRef<HTMLDivElement>(null);
  const running = useRef(false);
  const [progress, setProgress] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function download() {
    if (running.current) return;
    running.current = true;
    setProblem(null);
    // Renders the hidden panels before the download begins.
    flushSync(() => setProgress("Preparing the download"));
    const before = last;
    last = save(before).finally(() => {
      running.current = false;
      setProgress(null);
    });
  }

  async function save(before: Promise<unknown>) {
    const code = await import("./download-scene").catch(() => null);
    if (!code) {
      // Inline, because without a connection the toast code cannot load either.
      return setProblem("Download failed: Please check your connection and try again.");
    }
    // The page may show another story by the time earlier downloads end.
    const scene = children ? panels.current : document.getElementById(`scene-${sceneNumber}`);
    await before;
    await code.saveScene({
      scene,
      sceneId,
      sceneNumber,
      slug,
      asPage,
      onProgress: setProgress,
    });
  }

  return (
    <>
      <Button
        variant={quiet ? "ghost" : "secondary"}
        size="sm"
        loading={progress !== null}
        onClick={download}
      >
        {asPage ? <ImageDown aria-hidden="true" /> : <Download aria-hidden="true" />}
        <TwoLines hint={files}>
          Download{asPage && " page"}
          <span className="sr-only">{` ${asPage ? "of " : ""}scene ${sceneNumber}: `}</span>
        </TwoLines>
      </Button>
      <span role="status" className={problem ? "self-center text-sm" : "sr-only"}>
        {progress ?? problem}
      </span>
      {children && progress !== null && (
        <div ref={panels} hidden>
          {children}
        </div>
      )}
    </>
  );
}
