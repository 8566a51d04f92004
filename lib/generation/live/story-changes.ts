import { type ChangeSource, subscribeToStory } from "./tab-stream";

type Listener = (source: ChangeSource) => void;

interface Shared {
  listeners: Set<Listener>;
  end: () => void;
}

const streams = new Map<string, Shared>();

/**
 * Calls back as `subscribeToStory` does; all who listen in this tab share one stream.
 * @returns a function that ends it
 */
export function onStoryChange(storyId: string, listener: Listener): () => void {
  const shared = streams.get(storyId) ?? open(storyId);
  // A function of its own: the same listener may be there twice.
  const own: Listener = (source) => listener(source);
  shared.listeners.add(own);
  return () => {
    shared.listeners.delete(own);
    if (shared.listeners.size > 0 || streams.get(storyId) !== shared) return;
    streams.delete(storyId);
    shared.end();
  };
}

function open(storyId: string): Shared {
  const listeners = new Set<Listener>();
  const end = subscribeToStory(storyId, (source) => {
    for (const listener of [...listeners]) listener(source);
  });
  const shared = { listeners, end };
  streams.set(storyId, shared);
  return shared;
}
