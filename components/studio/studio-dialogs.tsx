"use client";
import { demoName, type OtherPainter } from "@/lib/stories/image-models";
import type { Story } from "@/lib/stories/schema";
import type { Parts, StudioDialog } from "./use-studio-dialog";

interface StudioDialogsProps {
  story: Story;
  dialog: StudioDialog | null;
  parts: Parts;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  otherPainter: OtherPainter | null;
}

/** The sheet above the table: settings, publishing, a scene, the cast, those who have just come. */
export function StudioDialogs({
  story,
  dialog,
  parts,
  isOpen,
  onOpenChange,
  otherPainter,
}: StudioDialogsProps) {
  const shared = { story, open: isOpen, onOpenChange };
  switch (dialog?.name) {
    case "settings": {
      const Settings = parts.settings?.StorySettingsDialog;
      return Settings && <Settings {...shared} otherPainter={otherPainter} />;
    }
    case "publish": {
      const Publish = parts.publish?.PublishDialog;
      return Publish && <Publish {...shared} />;
    }
    case "order": {
      const OrderSheet = parts.order?.OrderDialog;
      return OrderSheet && <OrderSheet {...shared} sceneId={dialog.sceneId} />;
    }
    case "books": {
      const Books = parts.books?.BookDialog;
      return Books && <Books {...shared} />;
    }
    case "scene": {
      const EditScene = parts.scene?.EditSceneDialog;
      // Deleted meanwhile: it closes as it was.
      const scene = story.scenes.find(({ _id }) => _id === dialog.scene._id) ?? dialog.scene;
      const { asksToDelete } = dialog;
      const key = `${scene._id} ${asksToDelete}`;
      return EditScene && <EditScene key={key} {...shared} {...{ scene, asksToDelete }} />;
    }
    case "media": {
      const EditMedia = parts.media?.EditMediaDialog;
      const { opening, autoRegenerate } = dialog;
      const scene = story.scenes.find(({ _id }) => _id === dialog.scene._id) ?? dialog.scene;
      const panel = scene.panels.find(({ _id }) => _id === dialog.panel._id) ?? dialog.panel;
      const demoNotice = demoName(otherPainter);
      const asked = { scene, panel, autoRegenerate, demoNotice };
      return EditMedia && <EditMedia key={opening} {...shared} {...asked} />;
    }
    case "bubbles": {
      const Bubbles = parts.bubbles?.BubbleDialog;
      const scene = story.scenes.find(({ _id }) => _id === dialog.scene._id) ?? dialog.scene;
      const panel = scene.panels.find(({ _id }) => _id === dialog.panel._id) ?? dialog.panel;
      const { opening, bubbleId } = dialog;
      return Bubbles && <Bubbles key={opening} {...shared} {...{ scene, panel, bubbleId }} />;
    }
    case "entity": {
      const EditEntity = parts.entity?.EntityDialog;
      const { kind, entity } = dialog;
      return EditEntity && <EditEntity key={entity._id} {...shared} kind={kind} entity={entity} />;
    }
    case "entities": {
      const List = parts.entities?.EntityListDialog;
      return List && <List key={dialog.kind} {...shared} kind={dialog.kind} />;
    }
    case "newcomers": {
      const Newcomers = parts.newcomers?.NewEntitiesDialog;
      const { characters, locations, sceneId } = dialog;
      const number = story.scenes.find(({ _id }) => _id === sceneId)?.sceneNumber;
      // What was pressed is gone: back to the scene that they came with.
      const finalFocus = () => document.querySelector<HTMLElement>(`#scene-${number} button`);
      return Newcomers && <Newcomers {...shared} {...{ characters, locations, finalFocus }} />;
    }
    default:
      return null;
  }
}
