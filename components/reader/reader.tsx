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
import { whenFetched } from "@/components/ui/when-fetched";
import { type SceneCounts, sceneHref } from "@/lib/stories/reading-parts";
import { watchChrome } from "./comforts/chrome";
import { type Action, actionOf, inPages, isTyping } from "./comforts/keys";
import { type OpenPage, readPages } from "./comforts/paged";
import { partsOf, type ReadingMode, type Where } from "./comforts/parts";
import type { Place } from "./comforts/place";
import { share } from "./comforts/share";
import { readStrip } from "./comforts/strip";
import type { Tap } from "./comforts/taps";
import { beat, watchTouch } from "./comforts/touch";
import { ReadingTools, Resume } from "./reading-tools";
import { useKeptPlace } from "./use-kept-place";
import { useLike } from "./use-like";
import { useSettings } from "./use-settings";

const fetchHelp = () => import("./help-dialog");
const HelpDialog = lazy(fetchHelp);
const fetchPanel = () => import("./panel-dialog");
const PanelDialog = lazy(fetchPanel);

interface ReaderProps {
  storyId: string;
  title: string;
  isPublished: boolean;
  /** Width over height of all panels. */
  aspect: number;
  /** Of the whole story, of which this may be a part. */
  counts: SceneCounts;
  /** Number of the first scene here. */
  from: number;
  head: ReactNode;
  end: ReactNode;
  /** The scenes, drawn on the server: they are read as they stand, and never drawn again. */
  children: ReactNode;
}

/** What a reader can do: modes, keys, fingers, width, the remembered place, videos, sharing, help. */
export function Reader({
  storyId,
  title,
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
  /** Where the mode that is chosen next begins. */
  const begin = useRef<Where>(null);
  const [settings, change] = useSettings();
  const [page, setPage] = useState<OpenPage | null>(null);
  const { place, setPlace, keep } = useKeptPlace(storyId, counts, from);
  const [isHelpOpen, setHelpOpen] = useState(false);
  /** The panel that is seen by itself, among all of them. */
  const [alone, setAlone] = useState<{ panels: HTMLElement[]; first: HTMLElement } | null>(null);
  const { hearts, like, isVisitor, invitation } = useLike(storyId);
  const isPaged = settings.mode === "pages";
  const { width } = settings;

  const acts: Record<Action, () => void> = {
    next: () => mode.current?.go("next"),
    back: () => mode.current?.go("back"),
    first: () => mode.current?.go("first"),
    last: () => mode.current?.go("last"),
    mode() {
      begin.current = mode.current?.now() ?? null;
      change({ mode: isPaged ? "strip" : "pages" });
    },
    fullscreen: toggleFullscreen,
    share: () => void share(title),
    help: () => whenFetched(fetchHelp(), () => setHelpOpen(true)),
  };

  /** What was being read stays in sight. */
  function setWidth(next: number) {
    const at = mode.current?.now();
    change({ width: next });
    if (at) goTo(mode.current, at);
  }

  /** Where another part of the story has this scene; null where it is here, or there is none. */
  const elsewhere = (scene: number) =>
    !holder.current?.querySelector(`#scene-${scene}`) &&
    counts.some(({ number }) => number === scene)
      ? sceneHref(storyId, scene)
      : null;

  const onOpened = useEffectEvent(() => {
    const asked = placeInAddress();
    const other = asked && elsewhere(asked.scene);
    if (other) window.location.replace(other);
  });

  /** Two taps never take a like back: they say it once more. */
  const give = useEffectEvent((panel: Element, tap: Tap) => {
    const section = panel.closest<HTMLElement>("[data-scene]");
    const id = section?.dataset.id;
    if (!section || !id) return;
    document.getSelection()?.removeAllRanges();
    if (!isVisitor) beat(panel, tap);
    if (hearts?.[id]?.isLikedByUser) return;
    const likeCount = hearts?.[id]?.likeCount ?? Number(section.dataset.likes ?? 0);
    like({ kind: "scenes", id, likeCount, isLikedByUser: false }, section);
  });

  /** Nobody has begun at the first panel, or is through at the end of a part that others follow. */
  const keepAt = useEffectEvent((at: Place | "end", lastHere: number | undefined) => {
    if (
      at === "end"
        ? lastHere === counts.at(-1)?.number
        : at.panel > 0 || at.scene !== counts[0]?.number
    )
      keep(at);
  });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target, event.key)) return;
    if (document.querySelector("[role=dialog], :popover-open")) return;
    // Behind the question of a story for adults there is nothing that keys could do.
    if (holder.current?.clientWidth === 0) return;
    const action = actionOf(event, settings);
    if (!action || (inPages[event.key] && mode.current?.hides?.(action))) return;
    event.preventDefault();
    acts[action]();
  });

  useEffect(() => {
    const parts = partsOf(holder.current);
    if (!parts) return;
    const stop = new AbortController();
    const { signal } = stop;
    const from = begin.current;
    begin.current = null;

    let noting = 0;
    function note() {
      noting ||= window.setTimeout(() => {
        noting = 0;
        // Behind the question of a story for adults nothing is read.
        if (parts?.root.clientWidth === 0) return;
        const now = reading.now();
        if (now !== "title") keepAt(now, parts?.scenes.at(-1)?.number);
      }, 250);
    }
    function turnTo(next: OpenPage) {
      setPage(next);
      note();
    }

    const reading = isPaged
      ? readPages(parts, from ?? placeInAddress() ?? (isEndAsked() ? "end" : "title"), turnTo)
      : readStrip(parts);
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
          const asked = placeInAddress();
          if (asked) reading.show(asked);
        },
        { signal },
      );
    }
    const endTouch = watchTouch(parts.root, {
      isPaged,
      turn: reading.go,
      give,
      open(first) {
        const panels = parts.scenes.flatMap(({ panels }) => panels.filter(hasPicture));
        whenFetched(fetchPanel(), () => setAlone({ panels, first }));
      },
    });
    const showChrome = watchChrome();
    return () => {
      stop.abort();
      clearTimeout(noting);
      reading.stop();
      endTouch();
      showChrome();
    };
  }, [isPaged]);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    onOpened();
    document.addEventListener("keydown", onKey, { signal });
    const clips = partsOf(holder.current)?.root.querySelectorAll("video");
    if (clips?.length) {
      void import("@/components/comic/clips").then(({ playClips }) => playClips(clips, signal));
    }
    return () => stop.abort();
  }, []);

  useEffect(() => {
    // Pictures of a strip wider than usual are asked for in that size.
    if (width <= 720 || isPaged) return;
    for (const picture of holder.current?.querySelectorAll<HTMLImageElement>("img[srcset]") ?? [])
      picture.sizes = `${picture.clientWidth}px`;
  }, [width, isPaged]);

  return (
    <>
      {head}
      <ReadingTools
        settings={settings}
        isPublished={isPublished}
        page={page}
        act={(action) => acts[action]()}
        onWidth={setWidth}
      />
      <div ref={holder} className="scenes" style={{ "--a": aspect } as CSSProperties}>
        {children}
      </div>
      {end}
      {place && (
        <Resume
          scene={place.scene}
          onGo={() => {
            const other = elsewhere(place.scene);
            if (other) {
              window.location.assign(other);
              return;
            }
            mode.current?.show(place);
            setPlace(null);
            // The button goes: whoever came by keyboard goes on from the panel.
            linkAt(holder.current, place)?.focus({ preventScroll: true });
          }}
          onDismiss={() => setPlace(null)}
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
        {alone && (
          <PanelDialog
            {...alone}
            onTurned={(panel) => {
              const at = placeOf(panel);
              if (at) mode.current?.show(at);
            }}
            onClosed={() => setAlone(null)}
          />
        )}
      </Suspense>
      {invitation}
    </>
  );
}

/** The hash of a scene's own address: `#scene-3`. */
function placeInAddress(): Place | null {
  const scene = Number(/^#scene-(\d+)$/.exec(window.location.hash)?.[1]);
  return scene ? { scene, panel: 0 } : null;
}

/** The end's own address, to which whoever signs in there comes back. */
const isEndAsked = () => window.location.hash === "#end";

/** What leads to a panel by itself: the one thing of it that takes the focus. */
const linkAt = (holder: HTMLElement | null, { scene, panel }: Place) =>
  partsOf(holder)
    ?.scenes.find(({ number }) => number === scene)
    ?.panels[panel]?.querySelector<HTMLElement>(".panel-link");

const hasPicture = (panel: HTMLElement) => panel.querySelector(".panel-link") !== null;

function placeOf(panel: HTMLElement): Place | null {
  const section = panel.closest<HTMLElement>("[data-scene]");
  if (!section) return null;
  const panels = [...section.querySelectorAll(".strip .panel")];
  return { scene: Number(section.dataset.scene), panel: panels.indexOf(panel) };
}

function goTo(reading: ReadingMode | null, where: Where) {
  if (where === "end") reading?.go("last");
  else if (where !== "title") reading?.show(where);
}

function toggleFullscreen() {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  // Refused, for example by a frame around the page: everything stays as it is.
  change?.catch(() => undefined);
}
