"use client";
import {
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { whenChunkLoaded } from "@/components/ui/utils/when-chunk-loaded";
import { panelHref, positionInHash, type SceneCounts } from "@/lib/stories/reading-parts";
import { autoHideHeader } from "./navigation/auto-hide-header";
import type { Tap } from "./navigation/gestures";
import {
  getKeyAction,
  isTyping,
  pageShortcuts,
  type ReaderAction,
} from "./navigation/keyboard-shortcuts";
import { createPagedMode, type OpenPage } from "./navigation/paged-mode";
import { animateLike, attachPointerInput } from "./navigation/pointer-input";
import {
  findReaderElements,
  type ReadingMode,
  type ReadingPosition,
} from "./navigation/reading-mode";
import { createStripMode } from "./navigation/strip-mode";
import type { PanelPosition } from "./progress/local-position";
import { useReadingPosition } from "./progress/use-reading-position";
import { ReadingToolbar, Resume } from "./reading-toolbar";
import { shareStory } from "./social/share-story";
import { useLike } from "./social/use-like";
import { useReadingSettings } from "./use-reading-settings";

const fetchHelp = () => import("./help-dialog");
const HelpDialog = lazy(fetchHelp);
const fetchPanel = () => import("./panel-dialog");
const PanelDialog = lazy(fetchPanel);

interface ReaderProps {
  storyId: string;
  title: string;
  /** Address of a small picture. */
  cover: string | null;
  isPublished: boolean;
  /** Width divided by height of all panels. */
  aspect: number;
  /** Of the whole story, even if this page is a part of it. */
  counts: SceneCounts;
  /** Number of the first scene here. */
  from: number;
  head: ReactNode;
  end: ReactNode;
  /** The scenes, rendered on the server and never rendered again in the browser. */
  children: ReactNode;
}

/** The reader's functions: modes, keys, gestures, width, last position, videos, sharing, help. */
export function Reader({
  storyId,
  title,
  cover,
  isPublished,
  aspect,
  counts,
  from,
  head,
  end,
  children,
}: ReaderProps) {
  const holder = useRef<HTMLDivElement>(null);
  const mode = useRef<ReadingMode>(null);
  /** Where the next reading mode begins. */
  const startPosition = useRef<ReadingPosition>(null);
  const [settings, change] = useReadingSettings();
  const [page, setPage] = useState<OpenPage | null>(null);
  const { position, setPosition, savePosition } = useReadingPosition(
    { storyId, counts, shown: isPublished ? { title, cover } : null },
    from,
  );
  const [isHelpOpen, setHelpOpen] = useState(false);
  /** The panel that is opened alone, with all panels. */
  const [openedPanel, setOpenedPanel] = useState<{
    panels: HTMLElement[];
    first: HTMLElement;
  } | null>(null);
  const { likes, like, isVisitor, signInPrompt } = useLike(storyId);
  const isPaged = settings.mode === "pages";
  const { width } = settings;

  const actions: Record<ReaderAction, () => void> = {
    next: () => mode.current?.go("next"),
    back: () => mode.current?.go("back"),
    first: () => mode.current?.go("first"),
    last: () => mode.current?.go("last"),
    mode() {
      startPosition.current = mode.current?.getPosition() ?? null;
      change({ mode: isPaged ? "strip" : "pages" });
    },
    fullscreen: toggleFullscreen,
    share: () => void shareStory(title),
    help: () => whenChunkLoaded(fetchHelp(), () => setHelpOpen(true)),
  };

  /** Changes the width and keeps the current panel in view. */
  function setWidth(next: number) {
    const at = mode.current?.getPosition();
    change({ width: next });
    if (at) goTo(mode.current, at);
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

  /** Neither the first panel nor the end of a part with a successor is worth storing. */
  const saveReached = useEffectEvent((at: PanelPosition | "end", lastHere: number | undefined) => {
    if (
      at === "end"
        ? lastHere === counts.at(-1)?.number
        : at.panel > 0 || at.scene !== counts[0]?.number
    )
      savePosition(at);
  });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target, event.key)) return;
    if (document.querySelector("[role=dialog], :popover-open")) return;
    // Behind the age gate keys have no effect.
    if (holder.current?.clientWidth === 0) return;
    const action = getKeyAction(event, settings);
    if (!action || (pageShortcuts[event.key] && mode.current?.hasOverflow?.(action))) return;
    event.preventDefault();
    actions[action]();
  });

  useEffect(() => {
    const parts = findReaderElements(holder.current);
    if (!parts) return;
    const stop = new AbortController();
    const { signal } = stop;
    const from = startPosition.current;
    startPosition.current = null;

    let saveTimer = 0;
    function note() {
      saveTimer ||= window.setTimeout(() => {
        saveTimer = 0;
        // Behind the age gate no position is stored.
        if (parts?.root.clientWidth === 0) return;
        const now = reading.getPosition();
        if (now !== "title") saveReached(now, parts?.scenes.at(-1)?.number);
      }, 250);
    }
    function turnTo(next: OpenPage) {
      setPage(next);
      note();
    }

    const reading = isPaged
      ? createPagedMode(
          parts,
          from ?? positionInHash(window.location.hash) ?? (isEndInHash() ? "end" : "title"),
          turnTo,
        )
      : createStripMode(parts);
    mode.current = reading;
    // The strip shows the panel that the page showed.
    if (!isPaged && from) requestAnimationFrame(() => goTo(reading, from));
    window.addEventListener("scroll", note, { signal, passive: true });
    if (isPaged) {
      parts.root.addEventListener(
        "click",
        ({ target }) => {
          if (target instanceof Element && target.closest("a[href='#main']")) reading.go("first");
        },
        { signal },
      );
      window.addEventListener(
        "hashchange",
        () => {
          const hashPosition = positionInHash(window.location.hash);
          if (hashPosition) reading.show(hashPosition);
        },
        { signal },
      );
    }
    const endTouch = attachPointerInput(parts.root, {
      isPaged,
      onTurn: reading.go,
      onDoubleTap: likeByDoubleTap,
      onTap(first) {
        const panels = parts.scenes.flatMap(({ panels }) => panels.filter(hasPicture));
        whenChunkLoaded(fetchPanel(), () => setOpenedPanel({ panels, first }));
      },
    });
    const showChrome = autoHideHeader();
    return () => {
      stop.abort();
      clearTimeout(saveTimer);
      reading.destroy();
      endTouch();
      showChrome();
    };
  }, [isPaged]);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    redirectToPart();
    document.addEventListener("keydown", onKey, { signal });
    const clips = findReaderElements(holder.current)?.root.querySelectorAll("video");
    if (clips?.length) {
      void import("@/components/comic/autoplay-videos").then(({ autoplayVideos }) =>
        autoplayVideos(clips, signal),
      );
    }
    return () => stop.abort();
  }, []);

  useEffect(() => {
    // A wider strip needs larger pictures.
    if (width <= 720 || isPaged) return;
    for (const picture of holder.current?.querySelectorAll<HTMLImageElement>("img[srcset]") ?? [])
      picture.sizes = `${picture.clientWidth}px`;
  }, [width, isPaged]);

  return (
    <>
      {head}
      <ReadingToolbar
        settings={settings}
        isPublished={isPublished}
        page={page}
        act={(action) => actions[action]()}
        onWidth={setWidth}
      />
      <div ref={holder} className="scenes" style={{ "--a": aspect } as CSSProperties}>
        {children}
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
            mode.current?.show(position);
            setPosition(null);
            // The button unmounts: keyboard users continue from the panel.
            findPanelLink(holder.current, position)?.focus({ preventScroll: true });
          }}
          onDismiss={() => setPosition(null)}
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
        {openedPanel && (
          <PanelDialog
            {...openedPanel}
            onTurned={(panel) => {
              const at = positionOf(panel);
              if (at) mode.current?.show(at);
            }}
            onClosed={() => setOpenedPanel(null)}
          />
        )}
      </Suspense>
      {signInPrompt}
    </>
  );
}

/** The hash to which people return who signed in at the end. */
const isEndInHash = () => window.location.hash === "#end";

/** The panel's link, its only focusable element. */
const findPanelLink = (holder: HTMLElement | null, { scene, panel }: PanelPosition) =>
  findReaderElements(holder)
    ?.scenes.find(({ number }) => number === scene)
    ?.panels[panel]?.querySelector<HTMLElement>(".panel-link");

const hasPicture = (panel: HTMLElement) => panel.querySelector(".panel-link") !== null;

function positionOf(panel: HTMLElement): PanelPosition | null {
  const section = panel.closest<HTMLElement>("[data-scene]");
  if (!section) return null;
  const panels = [...section.querySelectorAll(".strip .panel")];
  return { scene: Number(section.dataset.scene), panel: panels.indexOf(panel) };
}

function goTo(reading: ReadingMode | null, where: ReadingPosition) {
  if (where === "end") reading?.go("last");
  else if (where !== "title") reading?.show(where);
}

function toggleFullscreen() {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  // Refused, for example in an iframe: nothing changes.
  change?.catch(() => undefined);
}
