import type { CSSProperties } from "react";
import { preload } from "react-dom";
import { LetteringFaces } from "@/components/comic/lettering-faces";
import { markupOf } from "@/components/comic/markup";
import { fullWidth, PanelView } from "@/components/comic/panel-view";
import { DownloadButton } from "@/components/downloads/download-button";
import type { Scene } from "@/lib/scenes/schema";
import type { AspectRatio } from "@/lib/stories/schema";
import { LikeButton } from "./like-button";
import { RemixButton } from "./remix-button";
import { Transcript } from "./transcript";

interface SceneViewProps {
  scene: Scene;
  aspectRatio: AspectRatio;
  /** Of the story's title, for names of files. */
  slug: string;
  /** Its first picture is what a visitor waits for. */
  isFirst: boolean;
}

/** Panels are as wide as the page: the width for covers is nothing for them. */
const inFullWidth = (srcSet: string) => srcSet.replace(/^\S+ 320w, /, "");

/** A scene: its panels, its words, and what can be done with it. */
export function SceneView({ scene, aspectRatio, slug, isFirst }: SceneViewProps) {
  const { sceneNumber, panels } = scene;
  const drawn = panels.map((panel, position) => (
    <PanelView
      key={panel._id}
      panel={{ ...panel, srcSet: inFullWidth(panel.srcSet) }}
      aspectRatio={aspectRatio}
      eager={isFirst && position === 0}
      waits
    />
  ));
  const [first] = panels;
  if (isFirst && first?.imageUrl) {
    preload(first.imageUrl, {
      as: "image",
      imageSrcSet: inFullWidth(first.srcSet) || undefined,
      imageSizes: first.srcSet ? fullWidth : undefined,
      fetchPriority: "high",
    });
  }
  return (
    <section
      id={`scene-${sceneNumber}`}
      data-scene={sceneNumber}
      data-id={scene._id}
      data-likes={scene.likeStats.likeCount}
      aria-label={scene.title || `Scene ${sceneNumber}`}
      className="scene"
    >
      {scene.title && <h2 className="display">{scene.title}</h2>}
      <LetteringFaces bubbles={panels.flatMap((panel) => panel.textBubbles)} />
      <div
        className="strip"
        style={{ "--n": panels.length } as CSSProperties}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: written by markupOf, which escapes
        dangerouslySetInnerHTML={{ __html: markupOf(drawn) }}
      />
      <div className="scene-foot">
        <Transcript scene={scene} />
        <div className="scene-acts">
          <RemixButton storyId={scene.storyId} scene={sceneNumber} quiet />
          <DownloadButton sceneId={scene._id} sceneNumber={sceneNumber} slug={slug} quiet />
          <LikeButton kind="scenes" id={scene._id} count={scene.likeStats.likeCount} quiet />
        </div>
      </div>
    </section>
  );
}
