"use client";
import { type PointerEvent, useRef, useState } from "react";
import type { ReaderElements } from "../navigation/reading-mode";

interface PageSliderProps {
  scenes: ReaderElements["scenes"];
  /** 0 is the title, then the pages, then the end. */
  value: number;
  words: string;
  onTurn: (index: number) => void;
}

/** Milliseconds without a movement after which the slider's page opens. */
const restTime = 120;

/** A slider over the pages, with a small picture of the page under the pointer. */
export function PageSlider({ scenes, value, words, onTurn }: PageSliderProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  /** The page that the small picture shows. */
  const [preview, setPreview] = useState<number | null>(null);
  const timer = useRef(0);
  const end = scenes.length + 1;

  function choose(next: number) {
    setChosen(next);
    setPreview(next);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      setChosen(null);
      onTurn(next - 1);
    }, restTime);
  }
  function point({ currentTarget, clientX }: PointerEvent<HTMLInputElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const part = Math.min(Math.max((clientX - left) / width, 0), 1);
    const isRightToLeft = getComputedStyle(currentTarget).direction === "rtl";
    setPreview(Math.round((isRightToLeft ? 1 - part : part) * end));
  }
  const page = preview === null ? undefined : scenes[preview - 1];
  return (
    <span className="page-slider">
      <input
        type="range"
        className="tools-slider"
        aria-label="Page"
        aria-valuetext={words}
        min={0}
        max={end}
        value={chosen ?? value}
        onChange={({ target }) => choose(Number(target.value))}
        onPointerMove={point}
        onPointerLeave={() => setPreview(null)}
        onPointerUp={({ pointerType }) => pointerType !== "mouse" && setPreview(null)}
        onBlur={() => setPreview(null)}
      />
      {page && preview !== null && (
        <span
          className="page-thumbnail"
          aria-hidden="true"
          style={{ insetInlineStart: `clamp(3rem, ${(100 * preview) / end}%, 100% - 3rem)` }}
        >
          <span ref={(holder) => holder?.replaceChildren(thumbnailOf(page.section))} dir="ltr" />
          {preview}
        </span>
      )}
    </span>
  );
}

/** A copy of the page with its smallest pictures and without bubbles. */
function thumbnailOf(section: HTMLElement): Node {
  const page = section.querySelector<HTMLElement>(".comic-page");
  const copy = page?.cloneNode(false) as HTMLElement | undefined;
  if (!page || !copy) return document.createTextNode("");
  copy.classList.remove("strip");
  copy.style.transform = "";
  for (const tier of page.children) {
    const row = tier.cloneNode(false) as HTMLElement;
    for (const panel of tier.children) {
      const frame = panel.cloneNode(false) as HTMLElement;
      const picture = panel.querySelector("img")?.cloneNode(false) as HTMLImageElement | undefined;
      if (picture) {
        picture.sizes = "60px";
        picture.loading = "lazy";
        frame.append(picture);
      }
      row.append(frame);
    }
    copy.append(row);
  }
  return copy;
}
