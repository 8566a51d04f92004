/**
 * Tells a tab that a story changed on the server. A browser opens at most six connections to an
 * HTTP/1.1 server, so only a visible tab keeps its stream open; all parts of the tab share it.
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

/** Whether the server reported a change, or a poll is due. */
type ChangeSource = "told" | "polled";
type ChangeListener = (source: ChangeSource) => void;

interface SharedStream {
  listeners: Set<ChangeListener>;
  end: () => void;
}

const streams = new Map<string, SharedStream>();

/**
 * Calls back whenever a story changed on the server: immediately through server-sent events, or
 * every three seconds if these do not arrive. A hidden tab hears nothing; it is called when it
 * becomes visible. May call back without a change.
 * @returns a function that ends it
 */
export function onStoryChange(storyId: string, listener: ChangeListener): () => void {
  const shared = streams.get(storyId) ?? shareStream(storyId);
  // A separate function, as the same listener may be registered twice.
  const own: ChangeListener = (source) => listener(source);
  shared.listeners.add(own);
  return () => {
    shared.listeners.delete(own);
    if (shared.listeners.size > 0 || streams.get(storyId) !== shared) return;
    streams.delete(storyId);
    shared.end();
  };
}

function shareStream(storyId: string): SharedStream {
  const listeners = new Set<ChangeListener>();
  const tell: ChangeListener = (source) => {
    for (const listener of [...listeners]) listener(source);
  };
  const isHidden = () => document.visibilityState === "hidden";
  let close = () => {};
  const follow = () => {
    close();
    close = isHidden() ? () => {} : openStream(storyId, tell);
  };
  const onVisibilityChange = () => {
    follow();
    if (!isHidden()) tell("polled");
  };
  follow();
  document.addEventListener("visibilitychange", onVisibilityChange);
  const end = () => {
    close();
    document.removeEventListener("visibilitychange", onVisibilityChange);
  };
  const shared = { listeners, end };
  streams.set(storyId, shared);
  return shared;
}

/** @returns a function that closes the stream and ends its polling */
function openStream(storyId: string, tell: ChangeListener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  const within = (milliseconds: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
  const poll = () => {
    polling ??= setInterval(() => tell("polled"), pollIntervalMs);
  };
  const endPolling = () => {
    clearInterval(polling);
    polling = undefined;
  };
  const reopen = () => {
    poll();
    open();
  };
  const open = () => {
    source?.close();
    const stream = new EventSource(`/api/stories/${storyId}/live`);
    source = stream;
    let isAwaited = true;
    // Behind a buffering proxy the stream opens, but no event ever arrives.
    within(openTimeoutMs, poll);
    stream.addEventListener("ready", () => {
      isAwaited = false;
      within(silenceTimeoutMs, reopen);
      endPolling();
      tell("told");
    });
    stream.addEventListener("change", () => tell("told"));
    stream.addEventListener("error", () => {
      // CLOSED means that the server refused. Otherwise the browser reconnects every three seconds;
      // the timeout counts from the first failure, or polling would never begin.
      if (stream.readyState !== EventSource.CLOSED) {
        if (!isAwaited) within(openTimeoutMs, poll);
        isAwaited = true;
        return;
      }
      poll();
      within(retryDelayMs, open);
    });
  };
  open();
  return () => {
    source?.close();
    clearTimeout(timer);
    endPolling();
  };
}
