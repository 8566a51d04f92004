import { expect, type Page } from "@playwright/test";
import { drawWholePage } from "./expect-accessible";

const widths = [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const;

/**
 * At three widths: no two controls or texts of what is on top overlap, no text is cut or sticks out
 * of its control, nothing scrolls sideways that scrolls down, and each control can be reached and is
 * 24 px or more. The window is 1440 px wide afterwards.
 */
export async function expectLaidOut(page: Page, where = ""): Promise<void> {
  const undo = await drawWholePage(page);
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    // A menu follows its button, which another width may have moved out of the window.
    await page.evaluate(() => {
      const button = document.querySelector("[aria-haspopup='menu'][aria-expanded='true']");
      button?.scrollIntoView({ block: "center" });
    });
    // What follows the width by script does so in a moment.
    let faults = await findLayoutFaults(page);
    for (let tries = 0; faults.length > 0 && tries < 3; tries += 1) {
      await page.waitForTimeout(150);
      faults = await findLayoutFaults(page);
    }
    expect.soft(faults, `${where} at ${width} px`).toEqual([]);
  }
  await undo();
}

/** What is wrong with the layout of what is on top, at the present width. */
export const findLayoutFaults = (page: Page): Promise<string[]> => page.evaluate(findFaults);

/** Runs in the page. */
async function findFaults(): Promise<string[]> {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  await Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map(({ finished }) => finished.catch(() => {})),
  );
  const faults = new Set<string>();
  // A closed menu is in the page as well.
  const popups = [
    ...document.querySelectorAll(".dialog[data-open], [role='menu'], [role='listbox']"),
  ].filter((popup) => popup.checkVisibility());
  const top = popups.at(-1) ?? document.body;
  const overlay = "[data-sonner-toaster], nextjs-portal";

  interface Item {
    element: Element;
    rect: DOMRect;
    /** Bars that stay while the rest scrolls are compared with each other alone. */
    layer: Element;
    text: string;
  }
  const say = ({ element, text }: Pick<Item, "element" | "text">) =>
    `${element.tagName.toLowerCase()}${element.className && typeof element.className === "string" ? `.${element.className.split(" ")[0]}` : ""} '${text.slice(0, 40)}'`;
  const nameOf = (element: Element) =>
    (
      element.getAttribute("aria-label") ||
      element.textContent ||
      element.getAttribute("name") ||
      ""
    ).trim();
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    // `until-found` is for 'find in page' alone.
    !element.closest(`${overlay}, [hidden]`);
  const layers = new Map<Element, Element>();
  function layerOf(element: Element): Element {
    const known = layers.get(element);
    if (known) return known;
    const isBar = /fixed|sticky/.test(getComputedStyle(element).position);
    const parent = element.parentElement;
    const layer = element === top || !parent ? top : isBar ? element : layerOf(parent);
    layers.set(element, layer);
    return layer;
  }

  interface Clipper {
    frame: DOMRect;
    overflowX: string;
    overflowY: string;
    hasEllipsis: boolean;
    /** Its last line ends in an ellipsis; a line that is too wide is cut. */
    isClamped: boolean;
  }
  const known = new Map<Element, Clipper[]>();
  /** What clips an element, from inside out. */
  function clippersOf(element: Element | null): Clipper[] {
    if (!element || element === document.body) return [];
    const found = known.get(element);
    if (found) return found;
    const { overflowX, overflowY, position, textOverflow, webkitLineClamp } =
      getComputedStyle(element);
    const hasEllipsis = textOverflow === "ellipsis";
    const isClamped = webkitLineClamp !== "none";
    const isClipper = overflowX !== "visible" || overflowY !== "visible";
    const frame = element.getBoundingClientRect();
    const own = { frame, overflowX, overflowY, hasEllipsis, isClamped };
    const outer = position === "fixed" ? [] : clippersOf(element.parentElement);
    const all = isClipper ? [own, ...outer] : outer;
    known.set(element, all);
    return all;
  }

  /** What is left of a box, and whether an element that does not scroll has cut it. */
  function clip(element: Element, box: DOMRect): { rect: DOMRect; isCut: boolean } {
    let { left, top: upper, right, bottom } = box;
    let isCut = false;
    for (const { frame, overflowX, overflowY, hasEllipsis, isClamped } of clippersOf(element)) {
      // For screen readers alone.
      if (frame.width < 3 || frame.height < 3) return { rect: new DOMRect(), isCut: false };
      const isStill = (overflow: string) => !hasEllipsis && /hidden|clip/.test(overflow);
      if (overflowX !== "visible") {
        isCut ||= isStill(overflowX) && (left < frame.left - 2 || right > frame.right + 2);
        left = Math.max(left, frame.left);
        right = Math.min(right, frame.right);
      }
      if (overflowY !== "visible") {
        const slack = box.height * 0.25;
        isCut ||=
          isStill(overflowY) &&
          !isClamped &&
          (upper < frame.top - slack || bottom > frame.bottom + slack);
        upper = Math.max(upper, frame.top);
        bottom = Math.min(bottom, frame.bottom);
      }
    }
    return {
      rect: new DOMRect(left, upper, Math.max(0, right - left), Math.max(0, bottom - upper)),
      isCut,
    };
  }

  const texts: Item[] = [];
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (
      !element ||
      text === "" ||
      element.closest("svg, script, style, option") ||
      !isShown(element)
    )
      continue;
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const { rect, isCut } = clip(element, box);
      const item = { element, text, rect, layer: layerOf(element) };
      if (isCut) faults.add(`cut: ${say(item)}`);
      if (rect.width < 2 || rect.height < 4) continue;
      if (rect.right > innerWidth + 1 || rect.left < -1) faults.add(`outside: ${say(item)}`);
      // Where letters are: lines of a heading are closer than the boxes of its font.
      item.rect = new DOMRect(rect.x, rect.y + rect.height * 0.2, rect.width, rect.height * 0.6);
      texts.push(item);
    }
  }

  const selector =
    "button, a[href], input:not([type='hidden']), textarea, select, summary, [role='button'], [role='switch'], [role='radio'], [role='slider'], [role='tab'], [role='menuitem'], .slider-thumb, label:has(input)";
  const controls: Item[] = [];
  for (const element of top.querySelectorAll<HTMLElement>(selector)) {
    // A skip link comes into sight with the focus; a slider's input lies in its thumb.
    if (element.matches(".skip-link, .slider-thumb *")) continue;
    if (!isShown(element) || element.closest("[inert]")) continue;
    const style = getComputedStyle(element);
    if (style.pointerEvents === "none" || element.closest("[aria-hidden='true']")) continue;
    const boxes =
      style.display === "inline"
        ? [...element.getClientRects()]
        : [element.getBoundingClientRect()];
    for (const box of boxes) {
      const { rect } = clip(element, box);
      if (rect.width < 3 || rect.height < 3) continue;
      controls.push({ element, text: nameOf(element), rect, layer: layerOf(element) });
    }
  }

  const isWithin = (a: Item, b: Item) =>
    a.element.contains(b.element) || b.element.contains(a.element);
  const overlaps = (a: Item, b: Item) =>
    Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left) > 2 &&
    Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top) > 2;
  /** A picture that is pressed: bubbles and marks lie on it. */
  const isPicture = ({ element, rect }: Item) =>
    rect.width > 80 &&
    rect.height > 80 &&
    (element.textContent ?? "").trim() === "" &&
    !/INPUT|TEXTAREA/.test(element.tagName);
  /** Nothing scrolls out from under a bar in the upper half of a page at its top. */
  const isCovered = (one: Item, other: Item) =>
    top === document.body &&
    scrollY === 0 &&
    Math.max(one.rect.bottom, other.rect.bottom) < innerHeight / 2;
  const plain = controls.filter((control) => !isPicture(control));
  const all = [...texts, ...plain].sort((a, b) => a.rect.top - b.rect.top);
  for (const [index, one] of all.entries()) {
    for (let next = index + 1; next < all.length; next += 1) {
      const other = all[next];
      if (!other || other.rect.top >= one.rect.bottom) break;
      if (one.layer !== other.layer && !isCovered(one, other)) continue;
      if (isWithin(one, other) || !overlaps(one, other)) continue;
      faults.add(`overlap: ${say(one)} and ${say(other)}`);
    }
  }
  for (const text of texts) {
    const control = text.element.closest("button, a.btn, [role='tab'], [role='menuitem']");
    if (!control) continue;
    const { left, right } = control.getBoundingClientRect();
    if (text.rect.left < left - 1 || text.rect.right > right + 1)
      faults.add(`sticks out: ${say(text)}`);
  }

  const root = document.scrollingElement;
  if (root && root.scrollWidth > root.clientWidth) {
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
    );
    const deepest = wide.findLast(
      (element) => !wide.some((other) => element !== other && element.contains(other)),
    );
    faults.add(
      `the page scrolls sideways: ${deepest && say({ element: deepest, text: nameOf(deepest) })}`,
    );
  }
  for (const element of top.querySelectorAll<HTMLElement>("*")) {
    if (element.scrollWidth <= element.clientWidth + 1) continue;
    if (element.scrollHeight <= element.clientHeight + 1) continue;
    const { overflowX, overflowY } = getComputedStyle(element);
    if (/auto|scroll/.test(overflowX) && /auto|scroll/.test(overflowY))
      faults.add(`scrolls sideways: ${say({ element, text: nameOf(element) })}`);
  }

  const scrolled = [...document.querySelectorAll<HTMLElement>("*")]
    .filter((element) => element.scrollTop > 0 || element.scrollLeft > 0)
    .map((element) => [element, element.scrollLeft, element.scrollTop] as const);
  for (const control of controls) {
    const { element } = control;
    if (element.matches(":disabled, [aria-disabled='true'], label")) continue;
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = element.getClientRects()[0];
    if (!box) continue;
    const hits = (x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      const label = hit?.closest("label");
      return (
        hit !== null &&
        (element.contains(hit) ||
          (hit.contains(element) && hit.matches("label, button, a")) ||
          (label ? label.control === element || label.contains(element) : false))
      );
    };
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    const points = [
      [x, y],
      ...[0.2, 0.8].flatMap((at) =>
        [0.2, 0.8].map((to) => [box.x + box.width * at, box.y + box.height * to]),
      ),
    ];
    if (!points.some(([px = 0, py = 0]) => hits(px, py)))
      faults.add(`cannot be reached: ${say(control)}`);
    if (getComputedStyle(element).display === "inline") continue;
    const isSmall =
      (box.width < 24 && !(hits(x - 11.5, y) && hits(x + 11.5, y))) ||
      (box.height < 24 && !(hits(x, y - 11.5) && hits(x, y + 11.5)));
    if (isSmall)
      faults.add(`${Math.round(box.width)} × ${Math.round(box.height)} px: ${say(control)}`);
  }
  for (const element of document.querySelectorAll<HTMLElement>("*"))
    if (element.scrollTop > 0 || element.scrollLeft > 0) element.scrollTo(0, 0);
  for (const [element, left, upper] of scrolled) element.scrollTo(left, upper);
  return [...faults];
}
