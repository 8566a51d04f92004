import { emptyElement } from "@/lib/platform/text/markup";

/** Default size of a frame, in px. */
export const embedFrame = { width: 480, height: 760 };

/** The frame as HTML for another site. @param src an absolute URL */
export const embedCode = (frame: {
  src: string;
  title: string;
  width: number;
  height: number;
}): string =>
  emptyElement("iframe", {
    src: frame.src,
    width: frame.width,
    height: frame.height,
    title: frame.title,
    loading: "lazy",
    frameborder: "0",
    allowfullscreen: "allowfullscreen",
  }).replace(/\/>$/, "></iframe>");
