import { isPlaceWord } from "./places";
import { roleOf } from "./roles";
import { timeIn, weatherIn } from "./sky";
import { plainThing } from "./things";

/**
 * Things that pictures need to know although the text is not English: emoji, and common words of
 * other languages, told as English words.
 */
const emoji: Record<string, string> = {
  "🐉🐲": "dragon",
  "🔥": "fire",
  "🏰": "castle",
  "👑": "crown",
  "🦊": "fox",
  "🐱🐈😺": "cat",
  "🐶🐕": "dog",
  "🐻": "bear",
  "🐰🐇": "rabbit",
  "🐭🐁": "mouse",
  "🦉": "owl",
  "🐺": "wolf",
  "🐸": "frog",
  "🐴🐎": "horse",
  "🦄": "unicorn",
  "🐳🐋": "whale",
  "🐙": "octopus",
  "🐧": "penguin",
  "🦁": "lion",
  "🐢": "turtle",
  "🐝": "bee",
  "🤖": "robot",
  "👽🛸": "alien",
  "👻": "ghost",
  "🧙🧙‍♂️🧙‍♀️": "wizard",
  "🧚": "fairy",
  "🧜": "mermaid",
  "🧛": "vampire",
  "🕵🕵️": "detective",
  "👩‍🚀👨‍🚀🧑‍🚀": "astronaut",
  "🧑‍🍳👩‍🍳👨‍🍳": "cook",
  "🏴‍☠️": "pirate",
  "👧": "girl",
  "👦": "boy",
  "👵": "grandmother",
  "👴": "grandfather",
  "👸": "princess",
  "🤴": "prince",
  "🌲🌳🌴🍄": "forest",
  "🌊🏖🏖️": "beach",
  "🚀": "spaceship",
  "🪐🌕🌙": "moon",
  "🏔⛰🏔️⛰️": "mountain",
  "🏠🏡": "house",
  "🏙🌆🌃🏙️": "city",
  "🏝🏝️": "island",
  "🏜🏜️": "desert",
  "⛵🚢🛶": "ship",
  "🚂🚆": "train",
  "🎪": "circus",
  "🏫": "school",
  "☕": "café",
  "🍰🎂🧁": "cake",
  "🍕": "pizza",
  "🗝🔑🗝️": "key",
  "🗺🗺️": "map",
  "✉💌📜✉️": "letter",
  "💎": "jewel",
  "⚔🗡⚔️🗡️": "sword",
  "🎻🎸🎹🎵🎶": "song",
  "📚📖": "book",
  "🎈": "balloon",
  "🎁": "present",
  "❤💔💕😍❤️": "love",
  "☔🌧🌧️": "rain",
  "❄⛄☃❄️": "snow",
  "⛈⚡⛈️": "storm",
  "🌫🌫️": "fog",
  "☀🌞☀️": "sunshine",
  "🌅🌄": "sunrise",
  "🌟⭐✨🌠": "star",
};

const foreign: Record<string, string> = {
  girl: "mädchen fille niña ragazza menina meisje dziewczyn 少女 女の子 女孩 девочк 소녀",
  boy: "junge garçon niño ragazzo menino jongen chłop 少年 男の子 男孩 мальчик 소년",
  woman: "frau femme mujer donna mulher vrouw kobiet 女人 女性 женщин 여자",
  man: "mann homme hombre uomo homem człowiek 男人 男性 мужчин 남자",
  cat: "katze chat gato gatto kat kot 猫 кошк кот 고양이",
  dog: "hund chien perro cane cachorro hond pies 犬 狗 собак 강아지",
  fox: "fuchs renard zorro volpe raposa vos 狐 лис 여우",
  bear: "bär ours oso orso urso beer niedźwie 熊 медвед 곰",
  dragon: "drache dragon dragón drago dragão draak smok 竜 龍 龙 дракон 용",
  robot: "roboter robot robô ロボット 机器人 робот 로봇",
  detective: "detektiv détective detective kommissar 刑事 探偵 侦探 детектив 탐정",
  forest: "wald forêt bosque foresta floresta bos las 森 森林 лес 숲",
  harbour: "hafen port puerto porto haven 港 гаван 항구",
  sea: "meer mer mar mare zee morze 海 мор 바다",
  city: "stadt ville ciudad città cidade stad miast 街 城市 город 도시",
  village: "dorf village pueblo villaggio aldeia dorp wieś 村 деревн 마을",
  castle: "schloss burg château castillo castello castelo kasteel zamek 城 замок 성",
  mountain: "berg montagne montaña montagna montanha góra 山 гор 산",
  house: "haus maison casa huis dom 家 房子 дом 집",
  school: "schule école escuela scuola escola szkoł 学校 школ 학교",
  river: "fluss rivière río fiume rio rzek 川 河 рек 강",
  garden: "garten jardin jardín giardino jardim tuin ogród 庭 花园 сад 정원",
  café: "café kaffeehaus 喫茶店 咖啡 кафе 카페",
  train: "zug train tren treno trem trein pociąg 電車 火车 поезд 기차",
  moon: "mond lune luna lua maan księżyc 月 лун 달",
  night: "nacht nuit noche notte noite noc 夜 ночь 밤",
  morning: "morgen matin mañana mattina manhã ochtend ran 朝 早上 утр 아침",
  evening: "abend soir tarde sera avond wieczór 夕方 晚上 вечер 저녁",
  rain: "regen pluie lluvia pioggia chuva deszcz 雨 дожд 비",
  snow: "schnee neige nieve neve sneeuw śnieg 雪 снег 눈",
  storm: "sturm gewitter orage tempête tormenta tempesta tempestade burz 嵐 бур 폭풍",
  fog: "nebel brouillard niebla nebbia névoa mist mgł 霧 雾 туман 안개",
  letter: "brief lettre carta lettera list 手紙 信 письм 편지",
  love: "liebe amour amor amore liefde miłość 愛 爱 любов 사랑",
};

/** English words for what a text in any script shows, in order and without repetition. */
export function conceptsIn(text: string): string[] {
  const found: { at: number; word: string }[] = [];
  for (const [signs, word] of Object.entries(emoji)) {
    for (const sign of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(signs)) {
      const at = text.indexOf(sign.segment.replace(/\ufe0f$/u, ""));
      if (at >= 0) found.push({ at, word });
    }
  }
  const lower = text.toLowerCase();
  for (const [word, names] of Object.entries(foreign)) {
    for (const name of names.split(" ")) {
      const latin = /^[\p{Script=Latin}]+$/u.test(name);
      // Latin words count whole, or as the stem of an inflected or compound one.
      const pattern = latin
        ? new RegExp(
            `(?<!\\p{L})${name}${name.length > 4 ? "\\p{L}*" : "(?:e?[ns]|es)?"}(?!\\p{L})`,
            "u",
          )
        : new RegExp(name, "u");
      const at = lower.search(pattern);
      if (at >= 0) found.push({ at, word });
    }
  }
  const ordered = found.sort((a, b) => a.at - b.at).map(({ word }) => word);
  return [...new Set(ordered)];
}

/** Whether a text says something with pictures alone. */
export const isWordless = (text: string): boolean => !/\p{L}/u.test(text);

/** A sentence about what emoji show: somebody, somewhere, with something. */
export function sentenceFromConcepts(concepts: string[]): string {
  const skies = concepts.filter((word) => timeIn(word) || weatherIn(word) || word === "sunshine");
  const rest = concepts.filter((word) => !skies.includes(word));
  const [who, other] = rest.filter((word) => roleOf(word));
  const where = rest.find((word) => isPlaceWord(word));
  const what = rest.filter((word) => !roleOf(word) && word !== where && word !== "love");
  const article = (word: string) => (word === "fire" ? "a fire" : plainThing(word).indefinite);
  const parts = [`A ${who ?? "traveller"}`];
  parts.push(where ? `comes to the ${where}` : other ? `meets a ${other}` : "sets out");
  if (where && other) parts.push(`and meets a ${other}`);
  if (what[0]) parts.push(`and finds ${article(what[0])}`);
  const sky = skies.map((word) =>
    timeIn(word)
      ? /sunrise|sunset/u.test(word)
        ? `at ${word}`
        : `in the ${word}`
      : `in the ${word}`,
  );
  const love = rest.includes("love") ? " They fall in love." : "";
  return `${[...parts, ...sky.slice(0, 2)].join(" ")}.${love}`;
}
