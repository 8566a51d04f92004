"use client";
import type { Panel, Scene } from "@/lib/scenes/schema";
import { demoName, type PainterOverride } from "@/lib/stories/image-models";
import type { Story } from "@/lib/stories/schema";
import type { DialogModules, StudioDialog } from "./use-studio-dialog";

interface StudioDialogsProps {
  story: Story;
  dialog: StudioDialog | null;
  modules: DialogModules;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  otherPainter: PainterOverride | null;
}

/** The open dialog of the workspace. */
export function StudioDialogs({
  story,
  dialog,
  modules,
  isOpen,
  onOpenChange,
  otherPainter,
}: StudioDialogsProps) {
  const shared = { story, open: isOpen, onOpenChange };
  switch (dialog?.name) {
    case "settings": {
      const Settings = modules.settings?.StorySettingsDialog;
      return Settings && <Settings {...shared} otherPainter={otherPainter} />;
    }
    case "publish": {
      const Publish = modules.publish?.PublishDialog;
      return Publish && <Publish {...shared} />;
    }
    case "order": {
      const Reorder = modules.order?.ReorderDialog;
      return Reorder && <Reorder {...shared} sceneId={dialog.sceneId} />;
    }
    case "books": {
      const Books = modules.books?.BookDialog;
      return Books && <Books {...shared} />;
    }
    case "scene": {
      const EditScene = modules.scene?.EditSceneDialog;
      const scene = findScene(story, dialog.scene);
      const { asksToDelete } = dialog;
      const key = `${scene._id} ${asksToDelete}`;
      return EditScene && <EditScene key={key} {...shared} {...{ scene, asksToDelete }} />;
    }
    case "altText": {
      const AltText = modules.altText?.AltTextDialog;
      const { scene, panel } = findPanel(story, dialog);
      return AltText && <AltText key={panel._id} {...shared} {...{ scene, panel }} />;
    }
    case "media": {
      const EditMedia = modules.media?.EditMediaDialog;
      const { opening, autoRegenerate } = dialog;
      const { scene, panel } = findPanel(story, dialog);
      const demoNotice = demoName(otherPainter);
      const asked = { scene, panel, autoRegenerate, demoNotice };
      return EditMedia && <EditMedia key={opening} {...shared} {...asked} />;
    }
    case "bubbles": {
      const Bubbles = modules.bubbles?.BubbleDialog;
      const { scene, panel } = findPanel(story, dialog);
      const { opening, bubbleId } = dialog;
      return Bubbles && <Bubbles key={opening} {...shared} {...{ scene, panel, bubbleId }} />;
    }
    case "entity": {
      const EditEntity = modules.entity?.EntityDialog;
      const { kind, entity } = dialog;
      return EditEntity && <EditEntity key={entity._id} {...shared} {...{ kind, entity }} />;
    }
    case "entities": {
      const List = modules.entities?.EntityListDialog;
      return List && <List key={dialog.kind} {...shared} kind={dialog.kind} />;
    }
    case "newEntities": {
      const NewEntities = modules.newEntities?.NewEntitiesDialog;
      const { characters, locations, sceneId } = dialog;
      const number = story.scenes.find(({ _id }) => _id === sceneId)?.sceneNumber;
      // The pressed button unmounts: focus the scene that introduced the entities.
      const finalFocus = () => document.querySelector<HTMLElement>(`#scene-${number} button`);
      return NewEntities && <NewEntities {...shared} {...{ characters, locations, finalFocus }} />;
    }
    default:
      return null;
  }
}

/** The current scene; after a deletion its last state, while the dialog closes. */
const findScene = ({ scenes }: Story, asked: Scene) =>
  scenes.find(({ _id }) => _id === asked._id) ?? asked;

function findPanel(story: Story, asked: { scene: Scene; panel: Panel }) {
  const scene = findScene(story, asked.scene);
  return { scene, panel: scene.panels.find(({ _id }) => _id === asked.panel._id) ?? asked.panel };
}
