import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { wayWithin } from "@/components/shell/soft-links";

beforeEach(() => vi.stubGlobal("window", { location: new URL("https://a.test/story/1/read?x=1") }));
afterEach(() => vi.unstubAllGlobals());

const link = (href: string, attributes: Record<string, string> = {}) =>
  ({
    href: href && new URL(href, "https://a.test/story/1/read?x=1").href,
    target: attributes.target ?? "",
    hasAttribute: (name: string) => name in attributes,
  }) as unknown as HTMLAnchorElement;
const click = (event: Partial<MouseEvent> = {}) =>
  ({ defaultPrevented: false, button: 0, ...event }) as MouseEvent;

describe("a click on a link", () => {
  it.each(["/user/ada", "/", "/?sort=popular&page=2", "/login?from=%2Fstory%2F1%2Fread", "/x#y"])(
    "changes the page within the site: %s",
    (href) => expect(wayWithin(link(href), click())).toBe(href),
  );

  it.each([
    ["elsewhere", "https://b.test/"],
    ["to a feed", "/feed.xml"],
    ["to a file", "/media/0a.webp"],
    ["to a call", "/api/stories"],
    ["to a frame", "/embed/story/1"],
    ["to a place on the same page", "#main"],
    ["nowhere", ""],
  ])("is the browser's: %s", (_name, href) => expect(wayWithin(link(href), click())).toBeNull());

  it("is the browser's with a key, another button, a target, or where somebody has dealt with it", () => {
    for (const event of [
      { metaKey: true },
      { ctrlKey: true },
      { shiftKey: true },
      { altKey: true },
      { button: 1 },
      { defaultPrevented: true },
    ]) {
      expect(wayWithin(link("/user/ada"), click(event))).toBeNull();
    }
    expect(wayWithin(link("/user/ada", { target: "_blank" }), click())).toBeNull();
    expect(wayWithin(link("/user/ada", { download: "" }), click())).toBeNull();
  });
});
