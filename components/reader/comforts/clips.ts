import { isStill } from "./parts";

/**
 * Videos play without a sound while at least a third of them is in view. With reduced motion, or
 * where the browser refuses to begin, they keep their controls and wait. Whoever stops one has it
 * stopped.
 */
export function playClips(root: HTMLElement): () => void {
  const clips = [...root.querySelectorAll("video")];
  if (clips.length === 0 || isStill()) return () => undefined;
  const stopped = new WeakSet<HTMLVideoElement>();
  const seen = new WeakSet<HTMLVideoElement>();

  async function play(clip: HTMLVideoElement) {
    if (stopped.has(clip)) return;
    clip.muted = true;
    clip.preload = "auto";
    try {
      await clip.play();
    } catch {
      // Its controls are there.
    }
  }

  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const clip = target as HTMLVideoElement;
        if (isIntersecting) {
          seen.add(clip);
          void play(clip);
        } else if (seen.delete(clip)) clip.pause();
      }
    },
    { threshold: 0.33 },
  );
  // Paused in view: by its reader, with the controls.
  const onPause = ({ target }: Event) => {
    const clip = target as HTMLVideoElement;
    if (seen.has(clip) && !document.hidden) stopped.add(clip);
  };
  const onPlay = ({ target }: Event) => stopped.delete(target as HTMLVideoElement);
  for (const clip of clips) {
    clip.addEventListener("pause", onPause);
    clip.addEventListener("play", onPlay);
    watch.observe(clip);
  }
  return () => {
    watch.disconnect();
    for (const clip of clips) {
      clip.removeEventListener("pause", onPause);
      clip.removeEventListener("play", onPlay);
      clip.pause();
    }
  };
}
