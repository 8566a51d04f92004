import type { LetteringFont } from "@/lib/scenes/font-fallback";
import type { Box } from "@/lib/scenes/page-layout";
import type { SourcePanel, SourcePicture } from "./source-queries";

/**
 * A book before it becomes a file: pages with everything in its place. All lengths are points of the
 * page, from its upper left corner; each format draws the same pages.
 */
export interface Book {
  title: string;
  author: string;
  description: string;
  tags: string[];
  rating: "everyone" | "teen" | "mature";
  /** BCP 47, of what the balloons say. */
  language: string;
  /** Where the story stands. */
  address: string;
  storyId: string;
  /** When it was published, else begun. */
  date: Date;
  /** Whether a model, or the demo studio, made any picture of it. */
  isGenerated: boolean;
  /** What is said of that where only words can say it. */
  disclosure: string[];
  pages: BookPage[];
  /** Stories that it was remixed from, the nearest first. */
  remixedFrom: { title: string; path?: string }[];
}

export interface BookPage {
  kind: "cover" | "scene" | "credits";
  /** For lists of pages. */
  name: string;
  width: number;
  height: number;
  /** Of the scene that begins here, else null. */
  opens: { sceneNumber: number; title: string } | null;
  /** In reading order. */
  panels: PlacedPanel[];
  /** In reading order; titles stand above panels. */
  lines: PlacedLine[];
}

export interface PlacedPanel {
  /** With its frame. */
  outer: Box;
  /** What the picture fills, cropped to its middle. */
  inner: Box;
  /** 0 where there is none, such as on the cover. */
  frame: { width: number; radius: number };
  picture: SourcePicture | null;
  altText: string;
  bubbles: SourcePanel["textBubbles"];
  /** Where the balloons' own px lie on the page; what they are laid out on is `size` px. */
  lettering: { x: number; y: number; scale: number; size: { width: number; height: number } };
  /** As in 'Scene 2, panel 1'. */
  name: string;
}

export interface PlacedLine {
  text: string;
  /** Its middle. */
  x: number;
  /** Of its baseline. */
  y: number;
  font: LetteringFont;
  size: number;
  fill: string;
  /** A heading, of the whole or of a scene. */
  level: 0 | 1 | 2;
}

export const paint = { paper: "#ffffff", ink: "#17130e", soft: "#5c5346" } as const;

/** The frames of the reading page: px at its width. */
export const readingPage = { width: 1080, gap: 20, frame: 2, radius: 4 } as const;
