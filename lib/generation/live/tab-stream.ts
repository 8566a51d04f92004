/**
 * Tells a tab that something of a story changed on the server. A browser opens at most six
 * connections to a server of HTTP/1.1, so its tabs share one stream for each story: the tab that
 * holds a lock reads it and passes on what it hears.
 */

/** Milliseconds. */
const pollEvery = 3_000;
/** How long a stream that does not open is waited for before polling takes over. */
const patience = 5_000;
/** How long polling goes on before a stream that was refused is tried again. */
const streamRetry = 30_000;
/** The server ends each stream after 50 s; one that begins no new life for so long is dead. */
const silence = 70_000;
/** How often a tab that is looked at asks whether the reading tab is alive, and waits for it. */
const checkEvery = 10_000;
const answerWithin = 2_000;

/** Whether the server said that something changed, or it is only time to look. */
type ChangeSource = "told" | "polled";

interface Listener {
  /** Something changed, or may have. */
  change: () => void;
  /** Whether the stream gets through. */
  live: (isLive: boolean) => void;
}

/**
 * Calls back whenever something of a story changed on the server: at once through server-sent
 * events, or every three seconds where they do not get through; and when the tab is shown again,
 * for hidden tabs may have slept. May call once too often.
 * @returns a function that ends it
 */
export function subscribeToStory(
  storyId: string,
  onChange: (source: ChangeSource) => void,
): () => void {
  let polling: ReturnType<typeof setInterval> | undefined;
  const listener: Listener = {
    change: () => onChange("told"),
    live(isLive) {
      if (!isLive) polling ??= setInterval(() => onChange("polled"), pollEvery);
      else {
        clearInterval(polling);
        polling = undefined;
      }
    },
  };
  const page = globalThis.document;
  const shown = () => {
    if (page.visibilityState === "visible") onChange("polled");
  };
  page?.addEventListener("visibilitychange", shown);
  const end = canShare() ? shareStream(storyId, listener) : openStream(storyId, listener);
  return () => {
    end();
    clearInterval(polling);
    page?.removeEventListener("visibilitychange", shown);
  };
}

/** Locks are missing where the page is not served over https. */
const canShare = () =>
  typeof document !== "undefined" &&
  typeof BroadcastChannel !== "undefined" &&
  navigator.locks !== undefined;

/** A stream of this tab alone. @returns a function that closes it */
function openStream(storyId: string, { change, live }: Listener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const within = (milliseconds: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
  const reopen = () => {
    live(false);
    open();
  };
  const open = () => {
    source?.close();
    if (typeof EventSource === "undefined") return live(false);
    const stream = new EventSource(`/api/stories/${storyId}/live`);
    source = stream;
    let isAwaited = true;
    // Behind a proxy that gathers answers it opens, and nothing ever arrives.
    within(patience, () => live(false));
    stream.addEventListener("ready", () => {
      isAwaited = false;
      within(silence, reopen);
      live(true);
      change();
    });
    stream.addEventListener("change", change);
    stream.addEventListener("error", () => {
      // Closed for good where the server refused; otherwise the browser is opening it again, every
      // three seconds: it is waited for since the first failure, or polling would never begin.
      if (stream.readyState !== EventSource.CLOSED) {
        if (!isAwaited) within(patience, () => live(false));
        isAwaited = true;
        return;
      }
      live(false);
      within(streamRetry, open);
    });
  };
  open();
  return () => {
    source?.close();
    clearTimeout(timer);
  };
}

/** What tabs say to each other. */
type Word = "change" | "live" | "down" | "ask";

/** The stream of all tabs of this browser. @returns a function that leaves them */
function shareStream(storyId: string, listener: Listener): () => void {
  const { document: page, window: view } = globalThis;
  const { locks } = navigator;
  const name = `inkwright-live-${storyId}`;
  const channel = new BroadcastChannel(name);
  const say = (word: Word) => channel.postMessage(word);
  /** Standing for the lock or holding it; aborted to withdraw or to step down. */
  let standing: AbortController | undefined;
  let isReading = false;
  let isLive = true;
  let unanswered: ReturnType<typeof setTimeout> | undefined;

  const live = (value: boolean) => {
    isLive = value;
    listener.live(value);
  };

  /** Reads the stream for all tabs until this one withdraws. */
  const read = ({ signal }: AbortController) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      isReading = true;
      clearTimeout(unanswered);
      const close = openStream(storyId, {
        change() {
          listener.change();
          say("change");
        },
        live(value) {
          live(value);
          say(value ? "live" : "down");
        },
      });
      signal.addEventListener("abort", () => {
        isReading = false;
        close();
        resolve();
      });
    });

  const stand = (how: "queue" | "steal") => {
    standing?.abort();
    const own = new AbortController();
    standing = own;
    let held = false;
    const options: LockOptions = how === "steal" ? { steal: true } : { signal: own.signal };
    locks
      .request(name, options, () => {
        held = true;
        return read(own);
      })
      .catch(() => {
        if (own.signal.aborted) return;
        // Another tab took over while this one slept; or locks are not to be had here at all.
        if (held) stand("queue");
        else void read(own);
      });
  };
  const withdraw = () => {
    clearTimeout(unanswered);
    standing?.abort();
    standing = undefined;
  };

  /** A reader that sleeps, and so keeps the lock for nothing, is replaced by a tab in use. */
  const check = () => {
    if (isReading || page.visibilityState === "hidden") return;
    say("ask");
    clearTimeout(unanswered);
    unanswered = setTimeout(() => stand("steal"), answerWithin);
  };
  const wake = () => {
    if (page.visibilityState === "hidden") return;
    if (!standing) stand("queue");
    check();
  };

  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data === "ask") {
      if (isReading) say(isLive ? "live" : "down");
      return;
    }
    clearTimeout(unanswered);
    if (data === "change") listener.change();
    else if (!isReading && (data === "live" || data === "down")) live(data === "live");
  });
  const checking = setInterval(check, checkEvery);
  page.addEventListener("freeze", withdraw);
  page.addEventListener("resume", wake);
  page.addEventListener("visibilitychange", wake);
  view.addEventListener("pagehide", withdraw);
  view.addEventListener("pageshow", wake);
  stand("queue");
  check();
  return () => {
    withdraw();
    clearInterval(checking);
    page.removeEventListener("freeze", withdraw);
    page.removeEventListener("resume", wake);
    page.removeEventListener("visibilitychange", wake);
    view.removeEventListener("pagehide", withdraw);
    view.removeEventListener("pageshow", wake);
    channel.close();
  };
}

type Told = (source: ChangeSource) => void;

interface Shared {
  listeners: Set<Told>;
  end: () => void;
}

const streams = new Map<string, Shared>();

/**
 * Calls back as `subscribeToStory` does; all who listen in this tab share one stream.
 * @returns a function that ends it
 */
export function onStoryChange(storyId: string, listener: Told): () => void {
  const shared = streams.get(storyId) ?? shareInTab(storyId);
  // A function of its own: the same listener may be there twice.
  const own: Told = (source) => listener(source);
  shared.listeners.add(own);
  return () => {
    shared.listeners.delete(own);
    if (shared.listeners.size > 0 || streams.get(storyId) !== shared) return;
    streams.delete(storyId);
    shared.end();
  };
}

function shareInTab(storyId: string): Shared {
  const listeners = new Set<Told>();
  const end = subscribeToStory(storyId, (source) => {
    for (const listener of [...listeners]) listener(source);
  });
  const shared = { listeners, end };
  streams.set(storyId, shared);
  return shared;
}
