"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { NewEntities } from "@/components/jobs/scene-news";
import { toast } from "@/components/ui/toast";
import type { Panel, Scene } from "@/lib/scenes/schema";
import type { Entity, EntityKind } from "@/lib/world/schema";

/** The open dialog of the workspace: one at a time. */
export type StudioDialog =
  | { name: "settings" }
  | { name: "publish" }
  | { name: "order"; sceneId: string }
  | { name: "books" }
  | { name: "scene"; scene: Scene; asksToDelete: boolean }
  | { name: "altText"; scene: Scene; panel: Panel }
  /** Each opening is a new object, also for the same panel. */
  | { name: "media"; scene: Scene; panel: Panel; autoRegenerate: boolean; opening: number }
  /** The bubble editor of a panel, at one of its bubbles or at a new one. */
  | { name: "bubbles"; scene: Scene; panel: Panel; bubbleId: string | null; opening: number }
  | { name: "entity"; kind: EntityKind; entity: Entity }
  | { name: "entities"; kind: EntityKind }
  | ({ name: "newEntities" } & NewEntities);

/** Loads the code of a dialog when it first opens. */
export const dialogLoaders = {
  settings: () => import("./settings/story-settings-dialog"),
  publish: () => import("./publishing/publish-dialog"),
  order: () => import("./reorder/drag-order-dialog"),
  books: () => import("@/components/books/book-dialog"),
  scene: () => import("./scenes/edit-scene-dialog"),
  altText: () => import("./scenes/alt-text-dialog"),
  media: () => import("@/components/media/edit-media-dialog"),
  bubbles: () => import("@/components/bubbles/bubble-dialog"),
  entity: () => import("@/components/world/entity-dialog"),
  entities: () => import("@/components/world/entity-list-dialog"),
  newEntities: () => import("@/components/world/new-entities-dialog"),
} as const satisfies Record<StudioDialog["name"], () => Promise<unknown>>;

export type DialogModules = {
  [Name in keyof typeof dialogLoaders]?: Awaited<ReturnType<(typeof dialogLoaders)[Name]>>;
};

/** The open dialog. A closed one stays mounted until its closing animation is over. */
export function useStudioDialog() {
  const [dialog, setDialog] = useState<StudioDialog | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [modules, setModules] = useState<DialogModules>({});
  const requested = useRef<StudioDialog | null>(null);

  const open = useCallback(async (next: StudioDialog) => {
    requested.current = next;
    try {
      const module = await dialogLoaders[next.name]();
      setModules((before) => ({ ...before, [next.name]: module }));
    } catch {
      toast.error("Network error - please check your connection");
      return;
    }
    // Another dialog was requested while this one was loading.
    if (requested.current !== next) return;
    setDialog(next);
    setIsOpen(true);
  }, []);

  // Preloads the code when the page is idle, so that the first press opens at once.
  useEffect(() => {
    const fetchAll = () => {
      for (const load of Object.values(dialogLoaders)) void load().catch(() => undefined);
    };
    const timer = setTimeout(() => {
      if ("requestIdleCallback" in window) requestIdleCallback(fetchAll);
      else fetchAll();
    }, 3_000);
    return () => clearTimeout(timer);
  }, []);

  return { dialog, isOpen, open, setIsOpen, modules };
}
