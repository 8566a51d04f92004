import { prefersReducedMotion } from "@/components/ui/utils/reduced-motion";

/**
 * Videos play without a sound while at least a third of them is in view. With reduced motion, or
 * where the browser refuses to begin, they keep their controls and wait. Whoever stops one has it
 * stopped. All stop when the signal says so.
 */
export function autoplayVideos(clips: Iterable<HTMLVideoElement>, signal: AbortSignal): void {
  if (signal.aborted || prefersReducedMotion()) return;
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
    clip.addEventListener("pause", onPause, { signal });
    clip.addEventListener("play", onPlay, { signal });
    watch.observe(clip);
    signal.addEventListener("abort", () => clip.pause());
  }
  signal.addEventListener("abort", () => watch.disconnect());
}
