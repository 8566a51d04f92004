import {
  Accessibility,
  type DragEndEvent,
  type Draggable,
  type DragOverEvent,
  type DragStartEvent,
  type defaultPreset,
} from "@dnd-kit/dom";
import { isSortable } from "@dnd-kit/dom/sortable";

/** What a scene or panel that can be dragged knows of itself. */
export interface Dragged {
  /** Such as 'Panel 2 of scene 1'. */
  name: string;
  /** How many places there are. */
  places: number;
  /** Of a panel its scene. */
  sceneId?: string;
}

type Plugins = (typeof defaultPreset)["plugins"];

function placeOf(source: Draggable | null): string | undefined {
  if (!isSortable(source)) return;
  const { name, places } = source.data as Dragged;
  return `${name}: place ${source.index + 1} of ${places}`;
}

/** Where what is dragged was last said to be: one at a time is dragged. */
let told: string | undefined;

function tell(place: string | undefined): string | undefined {
  told = place;
  return place;
}

/** The library's own, with our words instead of the ids of what is dragged. */
export const withAnnouncements = (defaults: Plugins): Plugins => [
  ...defaults.filter((plugin) => plugin !== Accessibility),
  Accessibility.configure({
    screenReaderInstructions: {
      draggable:
        "By keyboard: Enter picks it up, the arrow keys move it, Enter puts it down, Escape leaves it where it was. Without one: close this sheet, and choose Move up or Move down in the actions of a scene, Move earlier or Move later in those of a panel.",
    },
    announcements: {
      dragstart: (event: DragStartEvent) => `Taken up. ${tell(placeOf(event.operation.source))}`,
      // The second time over a place is when it has made room. What is taken up lies over its own
      // place at once: said then, it would cut off that it was taken up.
      dragover({ operation: { source, target } }: DragOverEvent) {
        const place = placeOf(source);
        return target?.id === source?.id && place !== told ? tell(place) : undefined;
      },
      dragend: (event: DragEndEvent) =>
        event.canceled ? "It is left where it was." : `Let go. ${placeOf(event.operation.source)}`,
    },
    debounce: 200,
  }),
];
