"use client";
import {
  ArrowLeft,
  ArrowRight,
  BookOpen,
  CircleQuestionMark,
  GalleryVertical,
  Maximize,
  Minimize,
  Share2,
} from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import type { ReaderAction } from "./navigation/keyboard-shortcuts";
import type { OpenPage } from "./navigation/paged-mode";
import { type ReadingSettings, stripWidth } from "./reading-settings";

interface ReadingToolbarProps {
  settings: ReadingSettings;
  /** A draft cannot be shared: others cannot open it. */
  isPublished: boolean;
  /** The open page in page mode. */
  page: OpenPage | null;
  act: (action: ReaderAction) => void;
  onWidth: (width: number) => void;
}

const modes = [
  { mode: "strip", name: "Strip", icon: <GalleryVertical aria-hidden="true" /> },
  { mode: "pages", name: "Page by page", icon: <BookOpen aria-hidden="true" /> },
] as const;

function onFullscreen(listener: () => void) {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}

/** The toolbar of the reading page. In page mode it lies at the foot of the screen. */
export function ReadingToolbar({ settings, isPublished, page, act, onWidth }: ReadingToolbarProps) {
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
          <Button
            key={mode}
            variant="ghost"
            size="sm"
            aria-pressed={settings.mode === mode}
            onClick={() => settings.mode !== mode && act("mode")}
          >
            {icon}
            <span>{name}</span>
          </Button>
        ))}
      </span>
      <label className="tools-width">
        <span>Width</span>
        <input
          type="range"
          min={stripWidth.min}
          max={stripWidth.max}
          step={stripWidth.step}
          value={settings.width}
          onChange={({ target }) => onWidth(Number(target.value))}
        />
      </label>
      <span className="tools-turn">
        <TurnButton label="Previous page" isDisabled={page?.index === 0} onTurn={() => act("back")}>
          <ArrowLeft aria-hidden="true" />
        </TurnButton>
        <span className="tools-count" role="status">
          {page && `${page.index + 1} / ${page.total}`}
        </span>
        <TurnButton label="Next page" isDisabled={page?.isLast ?? false} onTurn={() => act("next")}>
          <ArrowRight aria-hidden="true" />
        </TurnButton>
      </span>
      <span className="tools-more">
        {isFull !== null && (
          <Button
            icon
            variant="ghost"
            size="sm"
            label={isFull ? "Exit fullscreen" : "Fullscreen"}
            onClick={() => act("fullscreen")}
          >
            {isFull ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
          </Button>
        )}
        {isPublished && (
          <Button icon variant="ghost" size="sm" label="Share" onClick={() => act("share")}>
            <Share2 aria-hidden="true" />
          </Button>
        )}
        <Button icon variant="ghost" size="sm" label="Help" onClick={() => act("help")}>
          <CircleQuestionMark aria-hidden="true" />
        </Button>
      </span>
      <noscript>
        <style>{".with-script{display:none!important}"}</style>
      </noscript>
    </fieldset>
  );
}

interface TurnButtonProps {
  label: string;
  isDisabled: boolean;
  onTurn: () => void;
  children: ReactNode;
}

/** On the first or last page it stays focusable but does nothing. */
const TurnButton = ({ label, isDisabled, onTurn, children }: TurnButtonProps) => (
  <Button
    icon
    size="sm"
    label={label}
    aria-disabled={isDisabled}
    onClick={isDisabled ? undefined : onTurn}
  >
    {children}
  </Button>
);

interface ResumeProps {
  scene: number;
  onGo: () => void;
  onDismiss: () => void;
}

/** The offer to continue, at the foot of the screen. */
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
