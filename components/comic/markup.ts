import { Fragment, isValidElement, type ReactElement, type ReactNode } from "react";

/**
 * Panels as one string of HTML. What React renders on the server stands in a page twice, as HTML and
 * as the data from which the browser builds it once more; panels are most of a reading page and never
 * change there, so that they go into it as text of their own. All that people have written passes
 * through `escaped`. A test compares it with React's own writing of the same panels.
 */

/** What React calls otherwise than HTML and SVG do, as far as panels use it. */
const names: Record<string, string> = {
  className: "class",
  srcSet: "srcset",
  fetchPriority: "fetchpriority",
  playsInline: "playsinline",
  autoPlay: "autoplay",
  fillOpacity: "fill-opacity",
  fontSize: "font-size",
  fontWeight: "font-weight",
  strokeDasharray: "stroke-dasharray",
  strokeLinecap: "stroke-linecap",
  strokeLinejoin: "stroke-linejoin",
  strokeWidth: "stroke-width",
  textAnchor: "text-anchor",
};
const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&#39;" };

const escaped = (text: string) => text.replace(/[&<>']/g, (sign) => signs[sign] ?? "");

/** Without quotes where HTML allows it, else single ones: double ones are escaped in the page's data. */
const quoted = (value: string) =>
  /^[\w.#/-]*[\w.#-]$/.test(value) ? value : `'${escaped(value)}'`;

const styleOf = (style: object) =>
  Object.entries(style)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(
      ([name, value]) => `${name.replace(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}:${value}`,
    )
    .join(";");

function attribute(name: string, value: unknown): string {
  if (value === undefined || value === null || name === "children") return "";
  if (name === "style") return ` style=${quoted(styleOf(value as object))}`;
  const written = names[name] ?? name;
  // Of these alone "false" is a word.
  const isWord = name.startsWith("aria-") || name.startsWith("data-");
  if (typeof value === "boolean" && !isWord) return value ? ` ${written}` : "";
  return ` ${written}=${quoted(String(value))}`;
}

function elementMarkup({ type, props }: ReactElement<Record<string, unknown>>): string {
  if (type === Fragment) return markupOf(props.children as ReactNode);
  if (typeof type === "function") {
    return markupOf((type as (props: object) => ReactNode)(props));
  }
  // What `memo` returned.
  if (typeof type === "object") {
    return markupOf((type as { type: (props: object) => ReactNode }).type(props));
  }
  // Style sheets of fonts belong to the whole page: `LetteringFaces` stands beside the markup.
  if (type === "link") return "";
  const attributes = Object.entries(props).map(([name, value]) => attribute(name, value));
  const opening = `<${type}${attributes.join("")}`;
  if (type === "img") return `${opening}>`;
  if (type === "path") return `${opening} />`;
  return `${opening}>${markupOf(props.children as ReactNode)}</${type}>`;
}

/** HTML of host elements and of components without hooks. */
export function markupOf(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return escaped(String(node));
  if (Array.isArray(node)) return node.map(markupOf).join("");
  return isValidElement(node) ? elementMarkup(node as ReactElement<Record<string, unknown>>) : "";
}
