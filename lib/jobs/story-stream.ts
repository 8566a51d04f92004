/**
 * Tells a tab that a story changed on the server. A browser opens at most six connections to an
 * HTTP/1.1 server, so only a visible tab holds a stream.
 */

/** Milliseconds. */
const pollIntervalMs = 3_000;
/** Milliseconds after which polling replaces a stream that does not open. */
const openTimeoutMs = 5_000;
/** Milliseconds of polling before a refused stream is tried again. */
const retryDelayMs = 30_000;
/**
 * Milliseconds. The server ends each stream after 50 s, so a stream that is silent for longer is
 * dead.
 */
const silenceTimeoutMs = 70_000;

/**
 * Calls back whenever a story changed on the server: immediately through server-sent events, or
 * every three seconds if these do not arrive. A hidden tab is told once it is visible again. May
 * call back without a change.
 * @param onPoll called instead for a poll
 * @returns a function that ends it
 */
export function onStoryChange(
  storyId: string,
  onChange: () => void,
  onPoll = onChange,
): () => void {
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;

  const within = (milliseconds: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
  const poll = () => {
    polling ??= setInterval(onPoll, pollIntervalMs);
  };
  const stopPolling = () => {
    clearInterval(polling);
    polling = undefined;
  };
  const close = () => {
    stream?.close();
    clearTimeout(timer);
    stopPolling();
  };
  const open = () => {
    stream?.close();
    if (typeof EventSource === "undefined") return poll();
    const opened = new EventSource(`/api/stories/${storyId}/live`);
    stream = opened;
    let isAwaited = true;
    // Behind a buffering proxy the stream opens, but no event ever arrives.
    within(openTimeoutMs, poll);
    opened.addEventListener("ready", () => {
      isAwaited = false;
      stopPolling();
      within(silenceTimeoutMs, () => {
        poll();
        open();
      });
      onChange();
    });
    opened.addEventListener("change", onChange);
    opened.addEventListener("error", () => {
      // CLOSED means that the server refused. Otherwise the browser reconnects every three seconds;
      // the timeout counts from the first failure, or polling would never begin.
      if (opened.readyState !== EventSource.CLOSED) {
        if (!isAwaited) within(openTimeoutMs, poll);
        isAwaited = true;
        return;
      }
      poll();
      within(retryDelayMs, open);
    });
  };
  const onVisibilityChange = () => {
    close();
    if (document.visibilityState === "hidden") return;
    onChange();
    open();
  };

  document.addEventListener("visibilitychange", onVisibilityChange);
  if (document.visibilityState !== "hidden") open();
  return () => {
    close();
    document.removeEventListener("visibilitychange", onVisibilityChange);
  };
}
