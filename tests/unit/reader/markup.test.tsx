import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { autoplayVideos } from "@/components/comic/autoplay-videos";
import { PanelView } from "@/components/comic/panel-view";
import { blur } from "@/components/comic/placeholder";
import { RemixTreeView } from "@/components/reader/social/remix-tree-view";
import { Transcript } from "@/components/reader/transcript";
import { textBubble } from "@/lib/scenes/bubbles/schema";
import type { Panel, Scene } from "@/lib/scenes/schema";
import { attachRemixes, describeChanges, type TreeStory } from "@/lib/stories/remix/tree";

const panel: Panel = {
  _id: "p",
  panelNumber: 1,
  status: "completed",
  shot: "",
  imagePrompt: "",
  version: 1,
  altText: "A lamp",
  hasImage: true,
  imageUrl: "/media/a.webp",
  width: 768,
  height: 1024,
  srcSet: "/media/a-320.webp 320w, /media/a.webp 768w",
  placeholder: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
  videoUrl: "/media/b.webm",
  videoPrompt: "",
  imageGenerationError: null,
  textBubbles: [],
};

const position = { x: 0.5, y: 0.5 };
const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', "#x27": "'" };
const decoded = (text: string) =>
  text.replace(/&(lt|gt|amp|quot|#x27);/g, (_, name: string) => entities[name] ?? "");

describe("a panel on the reading page", () => {
  it("has its sizes, its blur, and a video that waits with its controls", () => {
    const html = renderToStaticMarkup(<PanelView panel={panel} aspectRatio="3:4" eager />);
    expect(html).toContain('srcSet="/media/a-320.webp 320w, /media/a.webp 768w"');
    expect(html).toContain('sizes="(min-width: 45rem) 45rem, 100vw"');
    expect(html).toContain(
      'width="768" height="1024" loading="eager" fetchPriority="high" decoding="async"',
    );
    expect(html).toMatch(/background:linear-gradient\((#[0-9a-f]{6},){3}#[0-9a-f]{6}\)/);
    expect(html).toMatch(/<video[^>]*muted=""[^>]*loop=""[^>]*playsInline=""[^>]*controls=""/);
    expect(html).toContain('preload="none"');
    expect(html).not.toMatch(/autoplay/i);
  });

  it("has its texts in reading order, as they were written", () => {
    const bubbles = [
      { speaker: "A<B", text: `<b>"Stop" & 'go'</b>` },
      { text: "</figure><script>" },
    ].map((words, index) => textBubble.parse({ id: `b${index}`, position, style: {}, ...words }));
    const spoken = { ...panel, altText: `A "lamp" & <i>`, videoUrl: null, textBubbles: bubbles };
    const html = renderToStaticMarkup(<PanelView panel={spoken} aspectRatio="3:4" />);
    expect(html).not.toMatch(/<(b|i|script)>/);
    const words = [...html.matchAll(/<p>(.*?)<\/p>/g)].map(([, text = ""]) => decoded(text));
    expect(words).toEqual([`A<B: <b>"Stop" & 'go'</b>`, "</figure><script>"]);
    expect(decoded(/alt="([^"]*)"/.exec(html)?.[1] ?? "")).toBe(spoken.altText);

    const scene = { sceneNumber: 2, panels: [spoken] } as Scene;
    const transcript = renderToStaticMarkup(<Transcript scene={scene} />);
    expect(
      transcript
        .split(/<[^>]*>/)
        .filter(Boolean)
        .map(decoded),
    ).toEqual(["Transcript", spoken.altText, "A<B: ", `<b>"Stop" & 'go'</b>`, "</figure><script>"]);
  });

  it("has no blur without a hash", () => {
    expect(blur(null)).toBeUndefined();
    expect(blur(panel.placeholder)?.length).toBeLessThan(60);
  });
});

describe("videos", () => {
  afterEach(() => vi.unstubAllGlobals());

  function clip() {
    const listeners = new Map<string, (event: { target: unknown }) => void>();
    const video = {
      muted: false,
      preload: "none",
      play: vi.fn(async () => listeners.get("play")?.({ target: video })),
      pause: vi.fn(() => listeners.get("pause")?.({ target: video })),
      addEventListener(type: string, listener: () => void, { signal }: { signal: AbortSignal }) {
        listeners.set(type, listener);
        signal.addEventListener("abort", () => listeners.delete(type));
      },
    };
    return video;
  }

  function start(isReduced: boolean) {
    let see: (entries: object[]) => void = () => undefined;
    vi.stubGlobal("matchMedia", () => ({ matches: isReduced }));
    vi.stubGlobal("document", { hidden: false });
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(callback: typeof see) {
          see = callback;
        }
        observe() {}
        disconnect() {}
      },
    );
    const video = clip();
    const stop = new AbortController();
    autoplayVideos([video as unknown as HTMLVideoElement], stop.signal);
    return {
      video,
      stop: () => stop.abort(),
      show: (isIntersecting: boolean) => see([{ target: video, isIntersecting }]),
    };
  }

  it("play muted while in view, and stay paused where the reader paused them", () => {
    const { video, show, stop } = start(false);
    show(true);
    expect(video.play).toHaveBeenCalledTimes(1);
    expect(video.muted).toBe(true);
    show(false);
    expect(video.pause).toHaveBeenCalledTimes(1);
    show(true);
    expect(video.play).toHaveBeenCalledTimes(2);
    // With the controls, in view.
    video.pause();
    show(false);
    show(true);
    expect(video.play).toHaveBeenCalledTimes(2);
    const pauses = video.pause.mock.calls.length;
    stop();
    expect(video.pause).toHaveBeenCalledTimes(pauses + 1);
  });

  it("do not autoplay with reduced motion, and pause out of view", () => {
    const { video, show } = start(true);
    show(true);
    expect(video.play).not.toHaveBeenCalled();
    show(false);
    expect(video.pause).toHaveBeenCalledTimes(1);
  });
});

it("branches are below their own story, and say where there are more", () => {
  const leaf = (_id: string) => ({ _id, remixes: [], hasMore: false }) as unknown as TreeStory;
  const child = (parentId: string, _id: string) => ({ parentId, branch: leaf(_id) as never });
  const grown = attachRemixes(
    [leaf("a"), leaf("b"), leaf("c")],
    [child("b", "1"), child("a", "2"), child("b", "3"), child("b", "4")],
    2,
  );
  expect(grown.map(({ remixes, hasMore }) => [remixes.map(({ _id }) => _id), hasMore])).toEqual([
    [["2"], false],
    [["1", "3"], true],
    [[], false],
  ]);
});

it.each([
  [{}, []],
  [{ title: "Mine", scenes: 5 }, ["new title", "+3 scenes"]],
  [{ scenes: 1, artStyle: "noir" }, ["\u22121 scene", "other style"]],
  [{ aspectRatio: "3:2", cover: null }, ["other format", "new cover"]],
])("a remix says what its author changed: %j", (changed, words) => {
  const original = { title: "A", artStyle: "manga", aspectRatio: "3:4", scenes: 2, cover: "c" };
  expect(describeChanges(original, { ...original, ...changed })).toEqual(words);
});

describe("a remix tree without remixes", () => {
  const story: TreeStory = {
    _id: "s",
    title: "The Young Baker",
    author: { _id: "u", username: "mira", firstName: "", lastName: "", avatar: null },
    image: { imageUrl: null, srcSet: "", width: null, height: null, placeholder: null },
    position: "50% 50%",
    publishedAt: null,
    changes: null,
  };
  const words = (remixCount: number) =>
    renderToStaticMarkup(
      <RemixTreeView
        tree={{
          story,
          above: [],
          origin: { kind: "none" },
          remixes: [],
          remixCount,
          page: 1,
          pages: 1,
          total: 0,
        }}
      />,
    );

  it("says whether there are hidden remixes", () => {
    expect(words(0)).toContain("No remix of this story has been published yet.");
    expect(words(1)).toContain("one remix, which is not public yet");
    expect(words(2)).toContain("2 remixes, none of them public yet");
    expect(words(2)).not.toContain("could be the first");
    expect(words(2)).toContain('You find your own in <a class="link" href="/my-stories">');
  });
});
