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
  slug: string;
}

/** The pictures of a scene, and its page as one; drawn for this as readers see them. */
export function SceneDownloads({ scene, aspectRatio, slug }: SceneDownloadsProps) {
  const imageCount = scene.panels.filter(({ hasImage }) => hasImage).length;
  // While the first is drawn their room is kept, so that it moves nothing when it comes.
  const isPending = imageCount === 0 && scene.status === "generating";
  const pictures = isPending ? scene.panels.length : imageCount;
  if (pictures === 0) return null;
  const seen = isPending ? scene.panels : scene.panels.filter(isVisibleToReaders);
  const of = { sceneId: scene._id, sceneNumber: scene.sceneNumber, slug };
  const page = (
    <ComicPage
      scene={{ ...scene, panels: seen }}
      aspectRatio={aspectRatio}
      render={(panel) => <PanelView panel={panel} aspectRatio={aspectRatio} />}
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
