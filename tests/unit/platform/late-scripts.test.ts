import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { lateScripts } from "@/lib/platform/cache/late-scripts.mjs";

const page = (words: string) =>
  `<!DOCTYPE html><html><head><link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/b0~t.js"/><script src="/_next/static/chunks/a1_-.js" async=""></script><script src="/_next/static/chunks/turbopack-c.js" async=""></script><script>theme()</script><script src="/_next/static/chunks/old.js" noModule=""></script></head><body><p>${words}</p><script>self.__next_f.push([1,"\\u003cscript src=x async>"])</script><script src="/_next/static/chunks/b0~t.js" id="_R_" async=""></script></body></html>`;

/** A browser with as much of a document as the script asks for. */
function open(html: string, { session = false } = {}) {
  const scripts = [...html.matchAll(/<script type="later"([^>]*)>(.*?)<\/script>/g)].map(
    ([, words, text]) => {
      const attributes = [...(words ?? "").matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => ({
        name,
        value,
      }));
      return {
        attributes: [{ name: "type", value: "later" }, ...attributes],
        text,
        replaceWith: (fresh: object) => begun.push(fresh),
      };
    },
  );
  const begun: object[] = [];
  const heard = new Map<string, ((event: object) => void)[]>();
  const timers: { at: number; act: () => void }[] = [];
  let painted = () => {};
  const listen = (type: string, act: (event: object) => void) =>
    heard.set(type, [...(heard.get(type) ?? []), act]);
  const dataset: Record<string, string> = session ? { session: "" } : {};
  const document = {
    readyState: "complete",
    documentElement: { dataset },
    querySelector: () => scripts[0] ?? null,
    querySelectorAll: () => scripts,
    createElement: () => ({
      setAttribute(name: string, value: string) {
        Object.assign(this, { [name]: value });
      },
    }),
    addEventListener: listen,
  };
  const [, wake = ""] = /<script>(\(\(\)=>[\s\S]*?)<\/script>/.exec(html) ?? [];
  runInNewContext(wake, {
    document,
    addEventListener: listen,
    setTimeout: (act: () => void, at = 0) => timers.push({ at, act }),
    requestAnimationFrame: (act: () => void) => act(),
    KeyboardEvent: class {
      constructor(
        readonly type: string,
        readonly like: object,
      ) {}
    },
    PerformanceObserver: class {
      constructor(seen: () => void) {
        painted = seen;
      }
      observe() {}
    },
  });
  return {
    begun,
    dataset,
    paint: () => painted(),
    tell: (type: string, event: object = {}) => {
      for (const act of heard.get(type) ?? []) act({ type, ...event });
    },
    /** Lets time pass, in ms. */
    wait(time: number) {
      for (;;) {
        const next = timers.findIndex(({ at }) => at <= time);
        if (next < 0) return;
        for (const { act } of timers.splice(next, 1)) act();
      }
    },
  };
}

const asleep = lateScripts(page('<span hidden="" data-wakes=""></span>'));
const ours = () => open(asleep);
const begunAll = [
  { src: "/_next/static/chunks/a1_-.js", async: true, text: "" },
  { src: "/_next/static/chunks/turbopack-c.js", async: true, text: "" },
  { async: true, text: 'self.__next_f.push([1,"\\u003cscript src=x async>"])' },
  { src: "/_next/static/chunks/b0~t.js", id: "_R_", async: true, text: "" },
];
const asWritten = (scripts: object[]) => JSON.parse(JSON.stringify(scripts));

describe("the scripts of a kept page that knows how to begin them", () => {
  it("are inert; all else stays", () => {
    const late = asleep;
    expect(late).not.toMatch(/<script src="[^"]*" (id="\w+" )?async/);
    expect(late).not.toContain('rel="preload"');
    expect(late).toContain("<script>theme()</script>");
    expect(late).toContain('noModule=""');
    expect(late).toContain(
      '<script type="later">self.__next_f.push([1,"\\u003cscript src=x async>"])',
    );
    expect(lateScripts(late)).toBe(late);
  });

  it("stay as they are on any other page, whatever people have written on it", () => {
    const other = page("Look at data-wakes=&quot;&quot;");
    expect(lateScripts(other)).toBe(other);
  });

  it("say that the page sleeps until then", () => {
    const browser = ours();
    expect(browser.dataset).toEqual({ asleep: "" });
    browser.paint();
    browser.wait(3_999);
    expect(browser.dataset).toEqual({ asleep: "" });
    browser.tell("pointermove");
    expect(browser.dataset).toEqual({});
  });

  it.each(["pointermove", "touchstart", "scroll", "keydown", "focusin"])(
    "begin once, with the first %s",
    (type) => {
      const browser = ours();
      browser.paint();
      browser.wait(100);
      expect(browser.begun).toEqual([]);
      const target = { dispatchEvent: () => true };
      browser.tell(type, { key: "ArrowRight", target });
      // The frame that answers comes first.
      expect(browser.begun).toEqual([]);
      browser.wait(0);
      expect(asWritten(browser.begun)).toEqual(begunAll);
      browser.tell(type, { key: "ArrowRight", target });
      browser.tell("load");
      browser.wait(10_000);
      expect(browser.begun).toHaveLength(begunAll.length);
    },
  );

  it("begin 4 s after the page has loaded, for somebody signed in after the first paint", () => {
    const visitor = ours();
    visitor.tell("load");
    visitor.wait(3_999);
    expect(visitor.begun).toEqual([]);
    visitor.wait(4_000);
    expect(asWritten(visitor.begun)).toEqual(begunAll);

    const member = open(asleep, { session: true });
    expect(member.begun).toEqual([]);
    member.paint();
    member.wait(0);
    expect(asWritten(member.begun)).toEqual(begunAll);
  });

  it("find what was pressed before; a link, a form and keys of the browser's own are left to it", () => {
    const browser = ours();
    const done: string[] = [];
    const button = { click: () => done.push("button") };
    let stopped = 0;
    const press = (what: object | null) => ({
      target: { closest: () => what },
      stopImmediatePropagation: () => {
        stopped += 1;
      },
    });
    browser.tell("click", press(button));
    browser.tell("click", press(null));
    const target = {
      closest: () => null,
      dispatchEvent: ({ like }: { like: { key: string } }) => done.push(like.key),
    };
    for (const key of ["f", "Enter", "Tab", " ", "?"]) browser.tell("keydown", { key, target });
    expect([stopped, done]).toEqual([1, []]);
    browser.tell("awake");
    browser.wait(0);
    expect(done).toEqual(["button", "f", "?"]);
    // From then on the page answers itself.
    browser.tell("click", press(button));
    expect([stopped, done.length]).toEqual([1, 3]);
  });
});
