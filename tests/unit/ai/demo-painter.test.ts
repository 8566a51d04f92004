import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import type { PaintedFigure, PaintedImage, PaintRequest } from "@/lib/ai/painter";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { luminance, type Rgb } from "@/lib/demo-studio/painting/color";
import { chooseLook } from "@/lib/demo-studio/painting/looks";
import { artStyles } from "@/lib/stories/art-styles";

const painter = createDemoPainter();

const mara: PaintedFigure = {
  id: "mara",
  name: "Mara",
  description: "A young woman with long red hair, a green jacket and a yellow scarf.",
};
const otto: PaintedFigure = {
  id: "otto",
  name: "Otto",
  description: "An old man with a white beard, round glasses and a navy blue coat.",
};

const styles = {
  classic: "Classic comic book style, bold ink lines, flat colours",
  manga: "Manga style, black and white, screentone",
  watercolor: "Watercolor painting, soft washes",
  noir: "Film noir, high contrast black and white",
  animated: "Animated film in the manner of Disney",
  realistic: "Photorealistic, cinematic photograph",
};

/** The shot stands in the prompt, as everybody tells a painter. */
const order = ({
  shot = "full",
  prompt = "Mara and Otto talk in the village at noon, clear sky",
  ...change
}: Partial<PaintRequest> & { shot?: string } = {}): PaintRequest => ({
  kind: "panel",
  prompt: `${prompt}\nShot: ${shot}.`,
  artStyle: styles.classic,
  width: 384,
  height: 512,
  seed: "one",
  figures: [mara, otto],
  model: "any",
  attemptId: "attempt",
  ...change,
});

const paint = (change: Parameters<typeof order>[0] = {}) => painter.make(order(change));

async function pixels(image: PaintedImage) {
  const { data, info } = await sharp(image.bytes).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Mean of a channel, 0 to 255, and how colourful the picture is on average. */
async function look(image: PaintedImage) {
  const { channels } = await sharp(image.bytes).stats();
  const { data } = await pixels(image);
  let colour = 0;
  for (let at = 0; at < data.length; at += 3) {
    const rgb = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    colour += Math.max(...rgb) - Math.min(...rgb);
  }
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
  return { red, green, blue, tone: (red + green + blue) / 3, colour: colour / (data.length / 3) };
}

async function difference(a: PaintedImage, b: PaintedImage) {
  const [one, other] = [await pixels(a), await pixels(b)];
  let sum = 0;
  for (let at = 0; at < one.data.length; at++) {
    sum += Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0));
  }
  return sum / one.data.length;
}

describe("the picture", () => {
  it.each([
    [768, 1024],
    [1024, 683],
    [1024, 1024],
    [64, 64],
    [200, 64],
    [64, 300],
  ])("is a JPEG of exactly %i × %i", async (width, height) => {
    const image = await paint({ width, height });
    const info = await sharp(image.bytes).metadata();
    expect([info.format, info.width, info.height]).toEqual(["jpeg", width, height]);
  });

  it("is the same, byte for byte, for the same request, on any attempt", async () => {
    const first = await paint({ attemptId: "first" });
    const again = await createDemoPainter().make(order({ attemptId: "second" }));
    expect(Buffer.compare(Buffer.from(first.bytes), Buffer.from(again.bytes))).toBe(0);
    expect(again.faces).toEqual(first.faces);
  });

  it("differs for another seed, location, time and shot", async () => {
    const base = await paint();
    for (const change of [
      { seed: "two" },
      { prompt: "Mara and Otto talk in a cave" },
      { prompt: "Mara and Otto talk in the village at night" },
      { shot: "close-up" },
    ]) {
      expect(await difference(base, await paint(change))).toBeGreaterThan(4);
    }
  });

  it("is darker at night than at noon, and greyer in rain", async () => {
    const scene = (words: string) => paint({ prompt: `The village ${words}`, figures: [] });
    const [noon, night, rain] = await Promise.all(
      ["at noon, clear sky", "at night, clear sky", "at noon, steady rain"].map(async (words) =>
        look(await scene(words)),
      ),
    );
    expect(night?.tone).toBeLessThan((noon?.tone ?? 0) * 0.7);
    expect(rain?.colour).toBeLessThan(noon?.colour ?? 0);
  });

  it("shows something in every known location", async () => {
    const places =
      "street,alley,rooftop,forest,jungle,sea,beach,river,harbour,lighthouse,bridge,desert,mountains,village,market,castle,kitchen,living room,bedroom,library,laboratory,outer space,spaceship cockpit,alien planet,underwater,classroom,cafe,tavern,shop,office,throne room,dungeon,train,cave,graveyard,farm,road,park,ruins,workshop,snowfield";
    const seen: PaintedImage[] = [];
    for (const place of places.split(",")) {
      const image = await paint({
        prompt: `Wide shot in the ${place}`,
        figures: [],
        shot: "wide",
        seed: "same",
        width: 192,
        height: 256,
      });
      const { channels, entropy } = await sharp(image.bytes).stats();
      expect(entropy, place).toBeGreaterThan(4.5);
      expect(Math.max(...channels.map(({ stdev }) => stdev)), place).toBeGreaterThan(18);
      seen.push(image);
    }
    // No two places look alike.
    for (let at = 1; at < seen.length; at++) {
      const [one, other] = [seen[at - 1], seen[at]];
      if (one && other) expect(await difference(one, other)).toBeGreaterThan(6);
    }
  }, 60_000);
});

describe("art styles", () => {
  const images = new Map<string, PaintedImage>();
  beforeAll(async () => {
    for (const [name, artStyle] of Object.entries(styles)) {
      images.set(name, await paint({ artStyle }));
    }
  }, 60_000);
  const of = (name: string) => images.get(name) as PaintedImage;

  it("differ clearly from each other", async () => {
    const names = [...images.keys()];
    for (const [at, one] of names.entries()) {
      for (const other of names.slice(at + 1)) {
        expect(await difference(of(one), of(other)), `${one} and ${other}`).toBeGreaterThan(7);
      }
    }
  });

  it("manga has no colour, noir one accent, the others many", async () => {
    expect((await look(of("manga"))).colour).toBeLessThan(2);
    const noir = await look(of("noir"));
    expect(noir.colour).toBeGreaterThan(0.5);
    expect(noir.red).toBeGreaterThan(noir.blue);
    for (const name of ["classic", "watercolor", "animated", "realistic"]) {
      expect((await look(of(name))).colour, name).toBeGreaterThan(25);
    }
  });

  it("watercolour leaves bare paper at the rim", async () => {
    const { data } = await pixels(of("watercolor"));
    expect(Math.min(data[0] ?? 0, data[1] ?? 0, data[2] ?? 0)).toBeGreaterThan(215);
  });

  it("uses classic comic for unknown styles", async () => {
    const [plain, odd] = [await paint({ artStyle: "" }), await paint({ artStyle: "xyzzy" })];
    expect(await difference(of("classic"), plain)).toBeLessThan(0.5);
    expect(await difference(of("classic"), odd)).toBeLessThan(0.5);
  });

  /** Red, green and blue of a rusty red in a style. */
  const rust = (style: string) => chooseLook(style).grade([0.7, 0.3, 0.2]);

  it.each<[style: string, isSeen: (rust: Rgb, plain: Rgb) => boolean]>([
    ["an old photograph in sepia", ([r, g, b]) => r > g && g > b && r - b < 0.35],
    ["retro adventure", (seen, plain) => seen[2] < plain[2] + 0.1 && seen[0] < plain[0]],
    ["pastel storybook", (seen, plain) => luminance(seen) > luminance(plain) + 0.1],
    ["neon city, synthwave", ([, g, b], plain) => b > g && b > plain[2] + 0.1],
    ["charcoal sketch", ([r, , b]) => r - b < 0.1],
    ["gritty gothic tale", (seen, plain) => luminance(seen) < luminance(plain) - 0.03],
  ])("a custom style tints the nearest look: %s", (style, isSeen) => {
    expect(rust(style)).toSatisfy((seen: Rgb) => isSeen(seen, rust(chooseLook(style).name)));
  });

  it("no preset is tinted", () => {
    for (const { prompt } of artStyles) expect(rust(prompt)).toEqual(rust(chooseLook(prompt).name));
  });
});

describe("refining", () => {
  it("starts from the picture and changes it as asked", async () => {
    const initialImage = await paint();
    const night = await paint({ kind: "free", prompt: "make it night", initialImage });
    const warm = await paint({ kind: "free", prompt: "warm sunset light", initialImage });
    expect((await look(night)).tone).toBeLessThan((await look(initialImage)).tone * 0.75);
    const [before, after] = [await look(initialImage), await look(warm)];
    expect(after.red / after.blue).toBeGreaterThan((before.red / before.blue) * 1.2);
    expect(await difference(initialImage, warm)).toBeLessThan(60);
  });

  it("accepts any picture and returns the requested size", async () => {
    const bytes = await sharp({
      create: {
        width: 90,
        height: 40,
        channels: 4,
        background: { r: 20, g: 90, b: 40, alpha: 0.5 },
      },
    })
      .png()
      .toBuffer();
    const image = await paint({
      prompt: "snow",
      initialImage: { bytes },
      width: 300,
      height: 200,
    });
    const info = await sharp(image.bytes).metadata();
    expect([info.width, info.height]).toEqual([300, 200]);
    expect(image.faces).toEqual([]);
  });

  it("reports an unreadable picture", async () => {
    const initialImage = { bytes: new Uint8Array([1, 2, 3]), mediaType: "image/png" };
    await expect(paint({ initialImage })).rejects.toMatchObject({ code: "image_failed" });
  });
});

describe("failures on purpose", () => {
  it.each([
    ["[[flagged]]", "content_flagged"],
    ["[[fail]]", "image_failed"],
    ["[[busy]]", "ai_rate_limited"],
  ])("%s is %s", async (mark, code) => {
    await expect(paint({ prompt: `A street ${mark}` })).rejects.toMatchObject({ code });
  });

  it("returns the time to wait", async () => {
    await expect(paint({ prompt: "[[busy]]" })).rejects.toMatchObject({
      details: { retryAfter: expect.any(Number) },
    });
  });
});

describe("time", () => {
  it("takes at least the given delay", async () => {
    const started = performance.now();
    await createDemoPainter({ delayMs: 900 }).make(order({ width: 96, height: 128 }));
    expect(performance.now() - started).toBeGreaterThanOrEqual(898);
  });

  it("stops when the signal is aborted", async () => {
    await expect(paint({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
    const controller = new AbortController();
    const slow = createDemoPainter({ delayMs: 20_000 }).make(
      order({ signal: controller.signal, width: 96, height: 128 }),
    );
    setTimeout(() => controller.abort(), 50);
    const started = performance.now();
    await expect(slow).rejects.toMatchObject({ name: "AbortError" });
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe("a style picture that goes along", () => {
  const plainPicture = (background: string) =>
    sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
  const drawnLike = async (background: string) => {
    const style = { role: "style", name: "", label: "", mediaId: "style" } as const;
    const bytes = await plainPicture(background);
    const { bytes: drawn } = await painter.make(order({ references: [{ ...style, bytes }] }));
    const { channels } = await sharp(drawn).stats();
    return channels.map(({ mean }) => mean);
  };

  it("gives its tint, and takes the colours where it has none", async () => {
    const [red = 0, , blue = 0] = await drawnLike("#c06040");
    const [coldRed = 0, , coldBlue = 0] = await drawnLike("#4060c0");
    expect(red / blue).toBeGreaterThan((coldRed / coldBlue) * 1.5);
    const [one = 0, two = 0, three = 0] = await drawnLike("#808080");
    expect(Math.max(one, two, three) - Math.min(one, two, three)).toBeLessThan(4);
  });
});
