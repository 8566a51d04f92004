/**
 * Tells a tab that a story changed on the server. A browser opens at most six connections to an
 * HTTP/1.1 server, so its tabs share one stream for each story: the tab that holds a lock reads it
 * and forwards the events.
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
 * Milliseconds between a visible tab's checks that the reading tab is alive, and its wait for the
 * answer.
 */
const checkIntervalMs = 10_000;
const replyTimeoutMs = 2_000;

/** Whether the server reported a change, or a poll is due. */
type ChangeSource = "told" | "polled";

interface Listener {
  /** The story changed, or may have. */
  onChange: () => void;
  /** Whether events of the stream arrive. */
  onLiveChange: (isLive: boolean) => void;
}

/**
 * Calls back whenever a story changed on the server: immediately through server-sent events, or
 * every three seconds if these do not arrive; also when the tab becomes visible, because hidden
 * tabs may sleep. May call back without a change.
 * @returns a function that ends it
 */
export function subscribeToStory(
  storyId: string,
  onChange: (source: ChangeSource) => void,
): () => void {
  let polling: ReturnType<typeof setInterval> | undefined;
  const listener: Listener = {
    onChange: () => onChange("told"),
    onLiveChange(isLive) {
      if (!isLive) polling ??= setInterval(() => onChange("polled"), pollIntervalMs);
      else {
        clearInterval(polling);
        polling = undefined;
      }
    },
  };
  const page = globalThis.document;
  const onVisible = () => {
    if (page.visibilityState === "visible") onChange("polled");
  };
  page?.addEventListener("visibilitychange", onVisible);
  const end = canShare() ? shareStream(storyId, listener) : openStream(storyId, listener);
  return () => {
    end();
    clearInterval(polling);
    page?.removeEventListener("visibilitychange", onVisible);
  };
}

/** Web Locks are missing on pages without https. */
const canShare = () =>
  typeof document !== "undefined" &&
  typeof BroadcastChannel !== "undefined" &&
  navigator.locks !== undefined;

/** Opens a stream for this tab alone. @returns a function that closes it */
function openStream(storyId: string, { onChange, onLiveChange }: Listener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const within = (milliseconds: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
  const reopen = () => {
    onLiveChange(false);
    open();
  };
  const open = () => {
    source?.close();
    if (typeof EventSource === "undefined") return onLiveChange(false);
    const stream = new EventSource(`/api/stories/${storyId}/live`);
    source = stream;
    let isAwaited = true;
    // Behind a buffering proxy the stream opens, but no event ever arrives.
    within(openTimeoutMs, () => onLiveChange(false));
    stream.addEventListener("ready", () => {
      isAwaited = false;
      within(silenceTimeoutMs, reopen);
      onLiveChange(true);
      onChange();
    });
    stream.addEventListener("change", onChange);
    stream.addEventListener("error", () => {
      // CLOSED means that the server refused. Otherwise the browser reconnects every three seconds;
      // the timeout counts from the first failure, or polling would never begin.
      if (stream.readyState !== EventSource.CLOSED) {
        if (!isAwaited) within(openTimeoutMs, () => onLiveChange(false));
        isAwaited = true;
        return;
      }
      onLiveChange(false);
      within(retryDelayMs, open);
    });
  };
  open();
  return () => {
    source?.close();
    clearTimeout(timer);
  };
}

/** Messages between tabs. */
type TabMessage = "change" | "live" | "down" | "ask";

/** Joins the stream that all tabs of this browser share. @returns a function that leaves it */
function shareStream(storyId: string, listener: Listener): () => void {
  const { document: page, window: view } = globalThis;
  const { locks } = navigator;
  const name = `inkwright-live-${storyId}`;
  const channel = new BroadcastChannel(name);
  const broadcast = (word: TabMessage) => channel.postMessage(word);
  /** Waits for the lock or holds it; aborted to withdraw or to step down. */
  let lockRequest: AbortController | undefined;
  let isLeader = false;
  let isLive = true;
  let replyTimer: ReturnType<typeof setTimeout> | undefined;

  const live = (value: boolean) => {
    isLive = value;
    listener.onLiveChange(value);
  };

  /** Reads the stream for all tabs until this tab withdraws. */
  const readAsLeader = ({ signal }: AbortController) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      isLeader = true;
      clearTimeout(replyTimer);
      const close = openStream(storyId, {
        onChange() {
          listener.onChange();
          broadcast("change");
        },
        onLiveChange(value) {
          live(value);
          broadcast(value ? "live" : "down");
        },
      });
      signal.addEventListener("abort", () => {
        isLeader = false;
        close();
        resolve();
      });
    });

  const requestLock = (how: "queue" | "steal") => {
    lockRequest?.abort();
    const own = new AbortController();
    lockRequest = own;
    let hasLock = false;
    const options: LockOptions = how === "steal" ? { steal: true } : { signal: own.signal };
    locks
      .request(name, options, () => {
        hasLock = true;
        return readAsLeader(own);
      })
      .catch(() => {
        if (own.signal.aborted) return;
        // Another tab took over while this one slept; or locks are not available.
        if (hasLock) requestLock("queue");
        else void readAsLeader(own);
      });
  };
  const releaseLock = () => {
    clearTimeout(replyTimer);
    lockRequest?.abort();
    lockRequest = undefined;
  };

  /** Replaces a sleeping tab, which blocks the lock, by a visible tab. */
  const check = () => {
    if (isLeader || page.visibilityState === "hidden") return;
    broadcast("ask");
    clearTimeout(replyTimer);
    replyTimer = setTimeout(() => requestLock("steal"), replyTimeoutMs);
  };
  const wake = () => {
    if (page.visibilityState === "hidden") return;
    if (!lockRequest) requestLock("queue");
    check();
  };

  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === "ask") {
      if (isLeader) broadcast(isLive ? "live" : "down");
      return;
    }
    clearTimeout(replyTimer);
    if (data === "change") listener.onChange();
    else if (!isLeader && (data === "live" || data === "down")) live(data === "live");
  });
  const checking = setInterval(check, checkIntervalMs);
  page.addEventListener("freeze", releaseLock);
  page.addEventListener("resume", wake);
  page.addEventListener("visibilitychange", wake);
  view.addEventListener("pagehide", releaseLock);
  view.addEventListener("pageshow", wake);
  requestLock("queue");
  check();
  return () => {
    releaseLock();
    clearInterval(checking);
    page.removeEventListener("freeze", releaseLock);
    page.removeEventListener("resume", wake);
    page.removeEventListener("visibilitychange", wake);
    view.removeEventListener("pagehide", releaseLock);
    view.removeEventListener("pageshow", wake);
    channel.close();
  };
}

type ChangeListener = (source: ChangeSource) => void;

interface SharedStream {
  listeners: Set<ChangeListener>;
  end: () => void;
}

const streams = new Map<string, SharedStream>();

/**
 * Calls back as `subscribeToStory` does; all listeners of this tab share one stream.
 * @returns a function that ends it
 */
export function onStoryChange(storyId: string, listener: ChangeListener): () => void {
  const shared = streams.get(storyId) ?? openSharedStream(storyId);
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

function openSharedStream(storyId: string): SharedStream {
  const listeners = new Set<ChangeListener>();
  const end = subscribeToStory(storyId, (source) => {
    for (const listener of [...listeners]) listener(source);
  });
  const shared = { listeners, end };
  streams.set(storyId, shared);
  return shared;
}
