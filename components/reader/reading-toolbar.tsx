"use client";
import {
  BookOpen,
  CircleQuestionMark,
  Frame,
  GalleryVertical,
  Maximize,
  Minimize,
  Share2,
} from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import type { Mode, ReaderAction } from "./navigation/keyboard-shortcuts";
import { stripWidth } from "./reading-settings";

interface ReadingToolbarProps {
  mode: Mode;
  /** Width of the strip. */
  width: number;
  /** Only then it can be shared. */
  isPublished: boolean;
  act: (action: ReaderAction) => void;
  /** Called when the reader is about to choose a mode. */
  onIntent: () => void;
  onWidth: (width: number) => void;
  /** Controls of page and panel mode. */
  children: ReactNode;
}

const modes = [
  { mode: "scroll", name: "Scroll", icon: <GalleryVertical aria-hidden="true" /> },
  { mode: "page", name: "Page", icon: <BookOpen aria-hidden="true" /> },
  {
    mode: "panel",
    name: (
      <>
        Panel<span className="max-lg:sr-only max-lg:whitespace-pre"> by panel</span>
      </>
    ),
    icon: <Frame aria-hidden="true" />,
  },
] as const;

function onFullscreen(listener: () => void) {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}

/** The toolbar of the reading page, at the foot of the screen in all modes. */
export function ReadingToolbar({
  mode: current,
  width,
  isPublished,
  act,
  onIntent,
  onWidth,
  children,
}: ReadingToolbarProps) {
  /** Null if full screen is not supported. */
  const isFull = useSyncExternalStore(
    onFullscreen,
    () => (document.fullscreenEnabled ? document.fullscreenElement !== null : null),
    () => false,
  );
  return (
    <fieldset className="tools with-script" aria-label="Reading">
      <span className="tools-modes">
        {modes.map(({ mode, name, icon }) => (
          <ToolButton
            key={mode}
            aria-pressed={current === mode}
            onClick={() => act(mode)}
            onPointerEnter={onIntent}
            onFocus={onIntent}
          >
            {icon}
            <span>{name}</span>
          </ToolButton>
        ))}
      </span>
      {current === "scroll" && (
        <label className="tools-width">
          <span>Width</span>
          <input
            type="range"
            className="tools-slider"
            min={stripWidth.min}
            max={stripWidth.max}
            step={stripWidth.step}
            value={width}
            onChange={({ target }) => onWidth(Number(target.value))}
          />
        </label>
      )}
      {children}
      <span className="tools-more">
        {isPublished && (
          <ToolButton className="tools-share" onClick={() => act("share")}>
            <Share2 aria-hidden="true" />
            Share
          </ToolButton>
        )}
        {isFull !== null && (
          <ToolButton className="tools-full" onClick={() => act("fullscreen")}>
            {isFull ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
            {isFull ? "Exit fullscreen" : "Fullscreen"}
          </ToolButton>
        )}
        <ToolButton onClick={() => act("help")}>
          <CircleQuestionMark aria-hidden="true" />
          Help
        </ToolButton>
      </span>
    </fieldset>
  );
}

/** An icon with its word. */
export const ToolButton = (props: Parameters<typeof Button>[0]) => (
  <Button variant="ghost" size="sm" {...props} />
);

interface ResumeProps {
  scene: number;
  onGo: () => void;
  onDismiss: () => void;
}

/** Offers to continue from the last position, at the foot of the screen. */
export function Resume({ scene, onGo, onDismiss }: ResumeProps) {
  return (
    <aside className="resume" aria-label="Reading progress">
      <button type="button" className="resume-go" onClick={onGo}>
        Continue where you left off <span>· Scene {scene}</span>
      </button>
      <button type="button" className="resume-no" onClick={onDismiss} aria-label="Dismiss">
        ✕
      </button>
    </aside>
  );
}
