import { ComicPage } from "@/components/comic/comic-page";
import { PanelView } from "@/components/comic/panel-view";
import { DownloadButton } from "@/components/downloads/download-button";
import { cx } from "@/components/ui/utils/cx";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { isVisibleToReaders } from "@/lib/scenes/reader-visibility";
import type { Scene } from "@/lib/scenes/schema";

interface SceneDownloadsProps {
  scene: Scene;
  aspectRatio: AspectRatio;
  oneLetterSize: boolean;
  slug: string;
}

/** Downloads the pictures of a scene, or its page; renders the panels as readers see them. */
export function SceneDownloads({ scene, aspectRatio, oneLetterSize, slug }: SceneDownloadsProps) {
  const imageCount = scene.panels.filter(({ hasImage }) => hasImage).length;
  // Reserves space while the first picture is drawn, so that nothing shifts.
  const isPending = imageCount === 0 && scene.status === "generating";
  const pictures = isPending ? scene.panels.length : imageCount;
  if (pictures === 0) return null;
  const seen = isPending ? scene.panels : scene.panels.filter(isVisibleToReaders);
  const of = { sceneId: scene._id, sceneNumber: scene.sceneNumber, slug };
  const page = (
    <ComicPage
      scene={{ ...scene, panels: seen }}
      aspectRatio={aspectRatio}
      oneLetterSize={oneLetterSize}
      render={(panel, { layout }) => (
        <PanelView panel={panel} aspectRatio={aspectRatio} layout={layout} />
      )}
    />
  );
  return (
    <div className={cx("contents", isPending && "invisible")}>
      <DownloadButton {...of} pictures={pictures}>
        {page}
      </DownloadButton>
      {seen.length > 1 && (
        <DownloadButton {...of} pictures={1} asPage>
          {page}
        </DownloadButton>
      )}
    </div>
  );
}
