import { prefersReducedMotion } from "@/components/ui/utils/reduced-motion";

/**
 * Plays videos muted while at least a third of them is visible, and pauses them elsewhere. With
 * reduced motion, or if the browser refuses autoplay, they wait for their controls. A video that the
 * reader paused stays paused. The signal stops all.
 */
export function autoplayVideos(clips: Iterable<HTMLVideoElement>, signal: AbortSignal): void {
  if (signal.aborted) return;
  const stopped = new WeakSet<HTMLVideoElement>();
  const seen = new WeakSet<HTMLVideoElement>();

  async function play(clip: HTMLVideoElement) {
    if (stopped.has(clip) || prefersReducedMotion()) return;
    clip.muted = true;
    clip.preload = "auto";
    try {
      await clip.play();
    } catch {
      // The controls are visible.
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
  // Paused while visible: by the reader, with the controls.
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
