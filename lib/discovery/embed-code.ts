import { emptyElement } from "./xml";

/** What a frame asks for where nobody says how much room there is; in px. */
export const embedFrame = { width: 480, height: 760 };

/** The frame as HTML for somebody else's page. @param src an address with its origin */
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
