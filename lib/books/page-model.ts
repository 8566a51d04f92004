import type { PanelLayout } from "@/lib/scenes/bubbles/geometry";
import type { LetteringFont } from "@/lib/scenes/lettering/font-fallback";
import type { Box } from "@/lib/scenes/panels/page-layout";
import type { SourcePanel, SourcePicture } from "./source-queries";

/**
 * A laid-out book before it becomes a file. All lengths are points from the upper left corner of
 * the page; every format draws the same pages.
 */
export interface Book {
  title: string;
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
  /** Whether an AI model made any of its pictures. */
  isMadeWithAi: boolean;
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
  /** The scene that begins on this page, or null. */
  opens: { sceneNumber: number; title: string } | null;
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
  /** Position and scale on the page of the bubbles, whose own coordinates span `size` px. */
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

export const paint = { paper: "#ffffff", ink: "#17130e", soft: "#5c5346" } as const;

/** Frames of the reading page, in px at its full width. */
export const readingPage = { width: 1080, gap: 20, frame: 2, radius: 4 } as const;
