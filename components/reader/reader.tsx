"use client";
import {
  type ComponentType,
  type CSSProperties,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { whenChunkLoaded } from "@/components/ui/utils/when-chunk-loaded";
import {
  type PanelPosition,
  panelHref,
  positionInHash,
  type SceneCounts,
} from "@/lib/stories/reading/parts";
import { autoHideHeader } from "./navigation/auto-hide-header";
import { toggleFullscreen } from "./navigation/fullscreen";
import type { Tap } from "./navigation/gestures";
import {
  getKeyAction,
  isTyping,
  type Mode,
  pageShortcuts,
  type ReaderAction,
} from "./navigation/keyboard-shortcuts";
import { findPanelLink, goTo, missedInHash, openLink, positionOf } from "./navigation/places";
import { animateLike, attachPointerInput } from "./navigation/pointer-input";
import {
  findReaderElements,
  isBehindAgeGate,
  type ReadingMode,
  type ReadingPosition,
} from "./navigation/reading-mode";
import { createScrollMode } from "./navigation/scroll-mode";
import { useReadingPosition } from "./progress/use-reading-position";
import { fits, nextChoice, pagesAtOnce } from "./reading-settings";
import { ReadingToolbar, Resume } from "./reading-toolbar";
import { useLike } from "./social/like-button";
import { shareReading } from "./social/share-story";
import type { StageProps } from "./stage/stage-controls";
import { useReadingSettings } from "./use-reading-settings";
import { useSceneMedia } from "./use-scene-media";

const fetchHelp = () => import("./help-dialog");
const HelpDialog = lazy(fetchHelp);
const fetchStage = () => import("./stage/stage-controls");
const loadStage = (set: (next: () => ComponentType<StageProps>) => void) =>
  fetchStage().then(({ Stage }) => set(() => Stage));

interface ReaderProps {
  storyId: string;
  title: string;
  /** The small cover in 'Continue reading'. */
  cover: string | null;
  isPublished: boolean;
  /** Width divided by height of all panels. */
  aspect: number;
  /** The panels of each scene are a column, best read by scrolling. */
  isStrip: boolean;
  /** The story's words are written from right to left. */
  isRightToLeft: boolean;
  /** Of the whole story, even if this page is a part of it. */
  counts: SceneCounts;
  /** Number of the first scene here. */
  from: number;
  head: ReactNode;
  end: ReactNode;
  /** The scenes, rendered on the server and never rendered again in the browser. */
  children: ReactNode;
}

/** The value of a ref, which it keeps no longer. */
function take<T>(ref: RefObject<T | null>): T | null {
  const value = ref.current;
  ref.current = null;
  return value;
}

/** What readers can do: modes, keys, gestures, width, last position, videos, sharing, help. */
export function Reader({
  storyId,
  title,
  cover,
  isPublished,
  aspect,
  isStrip,
  isRightToLeft,
  counts,
  from,
  head,
  end,
  children,
}: ReaderProps) {
  const holder = useRef<HTMLDivElement>(null);
  const reading = useRef<ReadingMode>(null);
  /** Where the next reading mode begins. */
  const startPosition = useRef<ReadingPosition>(null);
  const { settings, isKnown, mode, temporaryMode, change, setTemporaryMode } =
    useReadingSettings(isStrip);
  /** Page and panel mode, once their code has loaded. */
  const [Stage, setStage] = useState<ComponentType<StageProps> | null>(null);
  const { position, setPosition, savePosition } = useReadingPosition(
    { storyId, counts, shown: isPublished ? { title, cover } : null },
    from,
  );
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { likes, like, isVisitor, signInPrompt } = useLike(storyId);
  const isPaged = mode !== "scroll";
  const turnsLeft = isRightToLeft && settings.rightToLeft;
  const { width } = settings;

  const stage = () => holder.current?.closest<HTMLElement>(".stage");

  /** @param isTemporary whether the reader's own choice of a mode stays */
  function setMode(next: Mode, at: ReadingPosition | null = null, isTemporary = false) {
    if (next === mode && !temporaryMode) return;
    whenChunkLoaded(next === "scroll" ? Promise.resolve() : loadStage(setStage), () => {
      // The reader may have moved on while the code loaded.
      startPosition.current = at ?? reading.current?.getPosition() ?? null;
      setTemporaryMode(isTemporary ? next : null);
      if (!isTemporary) change({ mode: next });
    });
  }

  function openPanel(panel: HTMLElement) {
    const at = positionOf(panel);
    if (at && mode !== "panel") setMode("panel", at, settings.mode !== "panel");
  }

  /** For keyboard users after a control has unmounted: they continue from the panel, or before all. */
  const focusPanel = (at: ReadingPosition | null | undefined) =>
    ((typeof at === "object" && at && findPanelLink(holder.current, at)) || stage())?.focus({
      preventScroll: true,
    });

  /** Back to where a panel was opened, or to the title. */
  function close() {
    const at = reading.current?.getPosition() ?? null;
    if (!temporaryMode) return reading.current?.go("first");
    startPosition.current = at;
    setTemporaryMode(null);
    if (at && typeof at === "object") requestAnimationFrame(() => focusPanel(at));
  }

  const actions: Record<ReaderAction, () => void> = {
    next: () => reading.current?.go("next"),
    back: () => reading.current?.go("back"),
    first: () => reading.current?.go("first"),
    last: () => reading.current?.go("last"),
    scroll: () => setMode("scroll"),
    page: () => setMode("page"),
    panel: () => setMode("panel"),
    close,
    controls: () => reading.current?.toggleControls?.(),
    pages: () => change({ pages: nextChoice(pagesAtOnce, settings.pages) }),
    fit: () => change({ fit: nextChoice(fits, settings.fit) }),
    "zoom-in": () => reading.current?.zoom?.("in"),
    "zoom-out": () => reading.current?.zoom?.("out"),
    "zoom-fit": () => reading.current?.zoom?.("fit"),
    fullscreen: toggleFullscreen,
    share: () =>
      void shareReading(title, storyId, isPaged ? reading.current?.getPosition() : undefined),
    help: () => whenChunkLoaded(fetchHelp(), () => setHelpOpen(true)),
  };

  /** Changes the width and keeps the current panel in view. */
  function setWidth(next: number) {
    const at = reading.current?.getPosition();
    change({ width: next });
    if (at) requestAnimationFrame(() => goTo(reading.current, at));
  }

  /** Address of a panel in another part; null if it is on this page or does not exist. */
  const hrefInOtherPart = (at: PanelPosition) =>
    !holder.current?.querySelector(`#scene-${at.scene}`) &&
    counts.some(({ number }) => number === at.scene)
      ? panelHref(storyId, at)
      : null;

  const redirectToPart = useEffectEvent(() => {
    const hashPosition = positionInHash(window.location.hash);
    const other = hashPosition && hrefInOtherPart(hashPosition);
    if (other) window.location.replace(other);
  });

  /** A double tap never removes a like: it only shows the heart again. */
  const likeByDoubleTap = useEffectEvent((panel: Element, tap: Tap) => {
    const section = panel.closest<HTMLElement>("[data-scene]");
    const id = section?.dataset.id;
    if (!section || !id) return;
    document.getSelection()?.removeAllRanges();
    if (!isVisitor) animateLike(panel, tap);
    if (likes?.[id]?.isLikedByUser) return;
    const likeCount = likes?.[id]?.likeCount ?? Number(section.dataset.likes ?? 0);
    like({ kind: "scenes", id, likeCount, isLikedByUser: false }, section);
  });

  const saveTimer = useRef<number>(null);
  /** Stores the position, except the first panel and the end of a part that others follow. */
  const saveReached = useEffectEvent(() => {
    window.clearTimeout(saveTimer.current ?? undefined);
    if (!take(saveTimer) || isBehindAgeGate(holder.current)) return;
    const at = reading.current?.getPosition() ?? "title";
    const lastHere = findReaderElements(holder.current)?.scenes.at(-1)?.number;
    if (at === "title") return;
    if (
      at === "end"
        ? lastHere === counts.at(-1)?.number
        : at.panel > 0 || at.scene !== counts[0]?.number
    )
      savePosition(at);
  });
  const onMoved = useEffectEvent(() => {
    saveTimer.current ||= window.setTimeout(() => saveReached(), 250);
  });
  const onPanel = useEffectEvent(openPanel);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target, event.key)) return;
    if (document.querySelector("[role=dialog]:not([popover]), :popover-open")) return;
    if (isBehindAgeGate(holder.current)) return;
    const action = getKeyAction(event, { mode, keys: settings.keys, isRightToLeft: turnsLeft });
    // Until the code of page mode has loaded, the browser scrolls.
    const scrolls = (to: ReaderAction) => reading.current?.hasOverflow?.(to) ?? !reading.current;
    if (!action || (pageShortcuts[event.key] && scrolls(action))) return;
    event.preventDefault();
    actions[action]();
    // The toolbar would stay for its focused button.
    if (isPaged && (action === "next" || action === "back"))
      stage()?.focus({ preventScroll: true });
  });

  useEffect(() => {
    if (!isPaged || Stage) return;
    loadStage(setStage).catch(() => setTemporaryMode("scroll"));
  }, [isPaged, Stage, setTemporaryMode]);

  useEffect(() => {
    const parts = findReaderElements(holder.current);
    if (!parts || !isKnown || isPaged) return;
    const scrolling = createScrollMode(parts);
    reading.current = scrolling;
    // The panel that the other mode showed.
    const start = take(startPosition) ?? missedInHash();
    if (start) requestAnimationFrame(() => goTo(scrolling, start));
    window.addEventListener("scroll", onMoved, { passive: true });
    const endTouch = attachPointerInput(parts.root, {
      onDoubleTap: likeByDoubleTap,
      onTap: onPanel,
    });
    const showChrome = autoHideHeader();
    return () => {
      window.removeEventListener("scroll", onMoved);
      endTouch();
      showChrome();
    };
  }, [isKnown, isPaged]);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    redirectToPart();
    window.addEventListener("pagehide", saveReached, { signal });
    document.addEventListener("keydown", onKey, { signal });
    document.addEventListener("click", (event) => openLink(event, reading.current, onPanel), {
      signal,
    });
    return () => stop.abort();
  }, []);

  // A layout effect ends while the page still has its elements and is scrolled.
  useLayoutEffect(() => () => saveReached(), []);

  useSceneMedia(holder, mode, width);

  return (
    <>
      {head}
      <ReadingToolbar
        mode={mode}
        width={width}
        isPublished={isPublished}
        act={(action) => actions[action]()}
        onIntent={() => void fetchStage().catch(() => undefined)}
        onWidth={setWidth}
      >
        {isPaged && Stage && (
          <Stage
            holder={holder}
            reading={reading}
            mode={mode}
            settings={settings}
            isRightToLeft={isRightToLeft}
            numbers={counts.map(({ number }) => number)}
            canGoBack={temporaryMode !== null}
            takeStart={() => take(startPosition)}
            act={(action) => actions[action]()}
            onChange={change}
            onMoved={onMoved}
          />
        )}
      </ReadingToolbar>
      <div className="stage" tabIndex={-1}>
        <div ref={holder} className="scenes" style={{ "--a": aspect } as CSSProperties}>
          {children}
        </div>
      </div>
      {end}
      {position && (
        <Resume
          scene={position.scene}
          onGo={() => {
            const other = hrefInOtherPart(position);
            if (other) {
              window.location.assign(other);
              return;
            }
            reading.current?.show(position);
            setPosition(null);
            focusPanel(position);
          }}
          onDismiss={() => {
            setPosition(null);
            focusPanel(reading.current?.getPosition());
          }}
        />
      )}
      <Suspense>
        {isHelpOpen && (
          <HelpDialog
            keys={settings.keys}
            onKeys={(keys) => change({ keys })}
            onClosed={() => setHelpOpen(false)}
          />
        )}
      </Suspense>
      {signInPrompt}
    </>
  );
}
