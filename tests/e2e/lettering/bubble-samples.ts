import {
  bubbleFonts,
  bubbleShapes,
  type TextBubble,
  tailDirections,
  textBubble,
} from "@/lib/scenes/bubbles/schema";

type Style = Partial<TextBubble["style"]>;

const latin = [
  "Hold on, we are nearly there!",
  "Nobody told me about the tide, and nobody will tell you about what comes after it.",
  "AVATAR To Wa. Ty! fi ffl “quoted” — it’s…",
  "Donaudampfschifffahrtsgesellschaftskapitän",
  "One.\nTwo.\nThree lines, as they were typed.",
  "Zoë said: Ærøskøbing, Łódź, Škoda, ¿señor? Œuvre, 20 €",
  "HA!",
  "I have seen this door before, on the other side of the sea, when the bell rang twice.",
];

const scripts = [
  "Подожди, мы уже почти на месте! Ёжик?",
  "Περίμενε, σχεδόν φτάσαμε! Ώχ, τι ήταν αυτό;",
  "ちょっと待って、「もうすぐ」着くよ！ラーメンを食べたい。",
  "あれは、なに？　漫画の世界へようこそ…",
  "רגע, כמעט הגענו! מה זה היה (שם)?",
  "שָׁלוֹם! Tom אמר 3 דברים.",
  "انتظر، لقد وصلنا تقريبا! ماذا كان هذا؟",
  "قال Tom: عندي 25 قطة (صغيرة)!",
  "Ha 😀 wow 🎉 no 😱!",
  "👩‍🚀 👨‍👩‍👧‍👦 🇫🇷 👍🏽 1️⃣ ❤️ 🏴‍☠️ ☎️",
  "Đợi đã, chúng ta sắp đến rồi! Ướt quá.",
  "रुको, हम लगभग पहुँच गए हैं!",
  "เดี๋ยวก่อน เราใกล้ถึงแล้ว!",
  "잠깐만, 거의 다 왔어! 뭐라고?",
  "★ ♪ la la ♥ → ☆ ※",
];

const dress: Style[] = [
  { fontSize: 24, maxWidth: 220 },
  { fontSize: 14, borderStyle: "dashed" },
  { fontSize: 20, maxWidth: 240, borderStyle: "dotted", borderWidth: 4 },
  { maxWidth: 180, backgroundColor: "#fef3c7", tailDirection: "none", fontSize: 18 },
  {
    fontSize: 18,
    maxWidth: 300,
    textColor: "#ffffff",
    backgroundColor: "#000000",
    tailDirection: "none",
    opacity: 0.8,
  },
  { fontSize: 22, fontWeight: 700, maxWidth: 260, shadow: false },
  { fontSize: 28, borderStyle: "none", maxWidth: 240 },
];

const places = [
  { x: 0.26, y: 0.2 },
  { x: 0.74, y: 0.24 },
  { x: 0.27, y: 0.72 },
  { x: 0.73, y: 0.76 },
];

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Forty bubbles, four to a panel: every shape, tail, font, style and script in combination. */
export const bubbleSamples: TextBubble[][] = Array.from({ length: 10 }, (_, panel) =>
  places.map((place, corner) => {
    const index = panel * 4 + corner;
    const style: Style = {
      bubbleShape: pick(bubbleShapes, index + Math.floor(index / 4)),
      fontFamily: pick(bubbleFonts, index + Math.floor(index / 6)),
      tailDirection: pick(tailDirections, index),
      tailSize: 14 + (index % 4) * 6,
      ...pick(dress, index + Math.floor(index / 7)),
      ...(index % 9 === 0 ? { tailTip: { x: 0.5, y: 0.48 } } : {}),
    };
    return textBubble.parse({
      id: `specimen-${index}`,
      text: pick(index % 2 ? latin : scripts, Math.floor(index / 2)),
      type: index % 5 === 2 ? "thought" : "speech",
      position: { ...place, anchor: "center" },
      style,
    });
  }),
);
