import type { PanelLayout } from "@/lib/scenes/bubbles/geometry";
import type { Box } from "@/lib/scenes/bubbles/path";
import type { LetteringFont } from "@/lib/scenes/lettering/font-fallback";
import type { SourcePanel, SourcePicture } from "./source-queries";

/**
 * A laid-out book before it becomes a file. All lengths are points from the upper left corner of
 * the page; every format draws the same pages.
 */
export interface Book {
  title: string;
  /** Its title; in a CBZ that of `seriesOf`. */
  series: string;
  author: string;
  description: string;
  tags: string[];
  rating: "everyone" | "teen" | "mature";
  /** BCP 47; the language of the bubbles. */
  language: string;
  /** Public address of the story. */
  address: string;
  storyId: string;
  /** Date of publication, or of creation for a draft. */
  date: Date;
  /** Whether the pages are strips, each as high as its content. */
  isStrip: boolean;
  /** Whether an AI model made any of its pictures; null if unknown. */
  isMadeWithAi: boolean | null;
  /** Statement on the use of AI, in sentences. */
  disclosure: string[];
  pages: BookPage[];
  /** Ancestors of a remix, the nearest first. */
  remixedFrom: { title: string; path?: string }[];
}

export interface BookPage {
  kind: "cover" | "scene" | "credits";
  /** Shown in tables of contents. */
  name: string;
  width: number;
  height: number;
  /** Title of the scene that begins on this page, or null. */
  opens: string | null;
  /** In reading order. */
  panels: PlacedPanel[];
  /** In reading order; titles precede panels. */
  lines: PlacedLine[];
}

export interface PlacedPanel {
  /** Including the frame. */
  outer: Box;
  /** Box of the picture, which is cropped around its centre. */
  inner: Box;
  /** Width 0 means no frame, as on the cover. */
  frame: { width: number; radius: number };
  picture: SourcePicture | null;
  altText: string;
  bubbles: SourcePanel["textBubbles"];
  /** Position and scale of the bubbles on the page; their own coordinates span `size` px. */
  lettering: { x: number; y: number; scale: number; size: PanelLayout };
  /** As in 'Scene 2, panel 1'. */
  name: string;
}

export interface PlacedLine {
  text: string;
  /** Horizontal centre. */
  x: number;
  /** Baseline. */
  y: number;
  font: LetteringFont;
  size: number;
  fill: string;
  /** Heading level: 1 for the book, 2 for a scene, 0 for text. */
  level: 0 | 1 | 2;
}

/** Title of a page in a table of contents; null for a page that continues a scene. */
export const tocTitle = ({ kind, name, opens }: BookPage): string | null =>
  kind === "scene" ? opens : name;

const percent = (part: number, whole: number) => Math.round((part / whole) * 10_000) / 100;

/** The box of a panel in percent of its page, as a Media Fragment. */
export const panelFragment = ({ outer }: PlacedPanel, { width, height }: BookPage): string => {
  const parts = [
    percent(outer.x, width),
    percent(outer.y, height),
    percent(outer.width, width),
    percent(outer.height, height),
  ];
  return `xywh=percent:${parts.join(",")}`;
};

export const paint = { paper: "#ffffff", ink: "#17130e", soft: "#5c5346" } as const;

/** Frames of the reading page, in px at its full width. */
export const readingPage = { width: 1080, gap: 20, frame: 2, radius: 4 } as const;
