import { ComicPage } from "@/components/comic/comic-page";
import { PanelView } from "@/components/comic/panel-view";
import { DownloadButton } from "@/components/downloads/download-button";
import type { Scene } from "@/lib/scenes/schema";
import type { AspectRatio } from "@/lib/stories/schema";

interface SceneDownloadsProps {
  scene: Scene;
  aspectRatio: AspectRatio;
  slug: string;
}

/** The pictures of a scene, and its page as one; drawn for this as readers see them. */
export function SceneDownloads({ scene, aspectRatio, slug }: SceneDownloadsProps) {
  if (!scene.panels.some(({ hasImage }) => hasImage)) return null;
  const of = { sceneId: scene._id, sceneNumber: scene.sceneNumber, slug };
  const page = (
    <ComicPage
      scene={scene}
      aspectRatio={aspectRatio}
      render={(panel, { layoutWidth }) => (
        <PanelView panel={panel} aspectRatio={aspectRatio} layoutWidth={layoutWidth} />
      )}
    />
  );
  return (
    <>
      <DownloadButton {...of}>{page}</DownloadButton>
      {scene.panels.length > 1 && (
        <DownloadButton {...of} asPage>
          {page}
        </DownloadButton>
      )}
    </>
  );
}
