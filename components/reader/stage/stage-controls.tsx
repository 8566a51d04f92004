"use client";
import { ArrowLeft, ArrowRight, NotebookText, SlidersHorizontal, X } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useCloseOnBack } from "@/components/ui/hooks/use-close-on-back";
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from "@/components/ui/menu";
import { positionInHash } from "@/lib/stories/reading/parts";
import type { Mode, ReaderAction } from "../navigation/keyboard-shortcuts";
import {
  findReaderElements,
  type ReadingMode,
  type ReadingPosition,
} from "../navigation/reading-mode";
import type { ReadingSettings } from "../reading-settings";
import { ToolButton } from "../reading-toolbar";
import { createStage, type Stage as StageMode, type StageState } from "./create-stage";
import { PageSlider } from "./page-slider";
import "./stage.css";

export interface StageProps {
  holder: RefObject<HTMLElement | null>;
  /** Receives the mode that is running. */
  reading: RefObject<ReadingMode | null>;
  mode: Mode;
  settings: ReadingSettings;
  /** The story's words are written from right to left. */
  isRightToLeft: boolean;
  /** The numbers of all scenes of the story. */
  numbers: readonly number[];
  /** A panel was opened while reading in another mode. */
  canGoBack: boolean;
  /** Where the mode begins; null for the place in the address. */
  takeStart: () => ReadingPosition | null;
  act: (action: ReaderAction) => void;
  onChange: (settings: Partial<ReadingSettings>) => void;
  onMoved: () => void;
}

const fitNames = [
  { value: "auto", label: "Readable" },
  { value: "height", label: "Fit height" },
  { value: "width", label: "Fit width" },
  { value: "original", label: "Original size" },
] as const;
const pagesNames = [
  { value: "auto", label: "As many as are readable" },
  { value: "one", label: "One page" },
  { value: "two", label: "Two pages" },
] as const;
const directionNames = [
  { value: "rtl", label: "Right to left" },
  { value: "ltr", label: "Left to right" },
] as const;

/** Where an address leads. Visitors who signed in at the end return to `#end`. */
const startInHash = (): ReadingPosition =>
  positionInHash(window.location.hash) ?? (window.location.hash === "#end" ? "end" : "title");

/** Runs page and panel mode, and renders their controls. */
export function Stage({
  holder,
  reading,
  mode,
  settings,
  isRightToLeft,
  numbers,
  canGoBack,
  takeStart,
  act,
  onChange,
  onMoved,
}: StageProps) {
  const stage = useRef<StageMode>(null);
  const [state, setState] = useState<StageState | null>(null);
  const { fit, pages, rightToLeft } = settings;
  const options = {
    mode: mode === "panel" ? "panel" : "page",
    fit,
    pages,
    isRightToLeft: isRightToLeft && rightToLeft,
  } as const;

  const begin = useEffectEvent(() => {
    const parts = findReaderElements(holder.current);
    if (!parts) return;
    const created = createStage(parts, takeStart() ?? startInHash(), options, (next) => {
      setState(next);
      onMoved();
    });
    stage.current = created;
    reading.current = created;
  });
  useEffect(() => {
    begin();
    return () => stage.current?.destroy();
  }, []);

  const configure = useEffectEvent(() => stage.current?.configure(options, takeStart()));
  const key = JSON.stringify(options);
  const configuredKey = useRef(key);
  useEffect(() => {
    if (configuredKey.current === key) return;
    configuredKey.current = key;
    configure();
  }, [key]);

  useCloseOnBack(canGoBack, () => act("close"));

  useEffect(() => {
    const onHash = () => {
      const at = positionInHash(window.location.hash);
      if (at) stage.current?.show(at);
    };
    window.addEventListener("hashchange", onHash);
    return () => window.removeEventListener("hashchange", onHash);
  }, []);

  if (!state) return null;
  const scenes = findReaderElements(holder.current)?.scenes ?? [];
  const shown = state.open.flatMap((index) => scenes[index] ?? []);
  const where = shown.map(({ number }) => numbers.indexOf(number) + 1);
  const end = state.isTitle ? "Title" : "The end";
  const words =
    where.length > 0
      ? `${where.length > 1 ? "Pages" : "Page"} ${where.join("–")} of ${numbers.length}`
      : end;
  const panel = state.panel && `, panel ${state.panel.index + 1} of ${state.panel.count}`;
  return (
    <>
      <p role="status" className="sr-only">
        {words}
        {panel}
      </p>
      <div className="tools-pages" dir={options.isRightToLeft ? "rtl" : "ltr"}>
        <Button
          icon
          size="sm"
          label="Previous page"
          aria-disabled={state.isTitle}
          onClick={() => act("back")}
        >
          <ArrowLeft aria-hidden="true" />
        </Button>
        <PageSlider
          scenes={scenes}
          value={state.isTitle ? 0 : (state.open[0] ?? scenes.length) + 1}
          words={words}
          onTurn={(index) => stage.current?.goToPage(index)}
        />
        <span className="tools-count" aria-hidden="true">
          {words}
          {panel}
        </span>
        <Button
          icon={!state.isTitle}
          size="sm"
          variant={state.isTitle ? "primary" : "secondary"}
          label={state.isTitle ? "Read" : "Next page"}
          aria-disabled={state.isLast}
          onClick={() => act("next")}
        >
          {state.isTitle && "Read"}
          <ArrowRight aria-hidden="true" />
        </Button>
      </div>
      {shown.length > 0 && (
        <span className="tools-stage">
          <Menu
            trigger={(props) => (
              <ToolButton {...props}>
                <SlidersHorizontal aria-hidden="true" />
                View
              </ToolButton>
            )}
          >
            <MenuItem onSelect={() => act("zoom-in")}>Zoom in</MenuItem>
            <MenuItem onSelect={() => act("zoom-out")}>Zoom out</MenuItem>
            <MenuItem onSelect={() => act("zoom-fit")}>Whole page</MenuItem>
            {options.mode === "page" && (
              <>
                <MenuSeparator />
                <MenuRadioGroup
                  label="Size"
                  value={fit}
                  onValueChange={(fit) => onChange({ fit })}
                  options={fitNames}
                />
                <MenuRadioGroup
                  label="Side by side"
                  value={pages}
                  onValueChange={(pages) => onChange({ pages })}
                  options={pagesNames}
                />
              </>
            )}
            {isRightToLeft && (
              <MenuRadioGroup
                label="Pages turn"
                value={rightToLeft ? "rtl" : "ltr"}
                onValueChange={(value) => onChange({ rightToLeft: value === "rtl" })}
                options={directionNames}
              />
            )}
          </Menu>
          {state.open.map((index) => (
            <ToolButton key={index} onClick={() => stage.current?.openScene(index)}>
              <NotebookText aria-hidden="true" />
              Scene{state.open.length > 1 && ` ${scenes[index]?.number ?? ""}`}
            </ToolButton>
          ))}
          <ToolButton onClick={() => act("close")}>
            <X aria-hidden="true" />
            {canGoBack ? "Back" : "Close"}
          </ToolButton>
        </span>
      )}
    </>
  );
}
