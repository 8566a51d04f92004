import { Accessibility, type Draggable, type defaultPreset } from "@dnd-kit/dom";
import { isSortable } from "@dnd-kit/dom/sortable";

/** What a scene or panel that can be dragged knows of itself. */
export interface DragData {
  /** Such as 'Panel 2 of scene 1'. */
  name: string;
  /** How many places there are. */
  places: number;
  /** Of a panel its scene. */
  sceneId?: string;
}

type Plugins = (typeof defaultPreset)["plugins"];

/** Such as 'Panel 2 of scene 1: place 3 of 4'. */
export function describePosition(source: Draggable | null): string {
  if (!isSortable(source)) return "";
  const { name, places } = source.data as DragData;
  return `${name}: position ${source.index + 1} of ${places}`;
}

/**
 * The library's own, with our words. Where something is, is said in the sheet itself, for those who
 * look as well: the library's live region lies outside of it, where a modal dialog may hide it.
 */
export const withAnnouncements = (defaults: Plugins): Plugins => [
  ...defaults.filter((plugin) => plugin !== Accessibility),
  Accessibility.configure({
    screenReaderInstructions: {
      draggable:
        "By keyboard: Enter picks it up, the arrow keys move it, Enter puts it down, Escape leaves it where it was. Without one: close this sheet, and choose Move earlier or Move later in the actions of a scene or panel.",
    },
    announcements: {
      dragstart: () => undefined,
      dragend: () => undefined,
    },
  }),
];
