import { Accessibility, type Draggable, type defaultPreset } from "@dnd-kit/dom";
import { isSortable } from "@dnd-kit/dom/sortable";

/** Data of a draggable scene or panel. */
export interface DragData {
  /** For example 'Panel 2 of scene 1'. */
  name: string;
  /** Number of positions. */
  places: number;
  /** The scene of a panel. */
  sceneId?: string;
}

type Plugins = (typeof defaultPreset)["plugins"];

/** For example 'Panel 2 of scene 1: position 3 of 4'. */
export function describePosition(source: Draggable | null): string {
  if (!isSortable(source)) return "";
  const { name, places } = source.data as DragData;
  return `${name}: position ${source.index + 1} of ${places}`;
}

/**
 * The library's announcements with our texts. Positions are announced within the dialog, for
 * sighted people as well: the library's live region is outside the modal dialog, which may hide it.
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
