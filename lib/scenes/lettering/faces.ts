/**
 * The font faces of bubbles: first the six that authors choose from, then fallbacks for missing
 * letters, in the order of lookup. A script's fallback looks like comic lettering if @fontsource
 * has such a font; otherwise it is Noto. All are packages of @fontsource.
 */
interface FaceFiles {
  folder: string;
  /** Names of its files, in the order of lookup; `""` stands for all of its many small files. */
  subsets: readonly string[];
  weights: readonly number[];
}

const face = (folder: string, weights: number | readonly number[], ...subsets: string[]) => ({
  folder,
  subsets,
  weights: typeof weights === "number" ? [weights] : weights,
});

/** The face of a script, with digits and punctuation, so that a sentence needs only one face. */
const scriptFace = (folder: string, weight: number, script: string) =>
  face(folder, weight, script, "latin");

export const faces = {
  Bangers: face("bangers", 400, "latin", "latin-ext", "vietnamese"),
  "Comic Neue": face("comic-neue", [400, 700], "latin"),
  Creepster: face("creepster", 400, "latin"),
  "Fredoka One": face("fredoka-one", 400, "latin"),
  Bungee: face("bungee", 400, "latin", "latin-ext", "vietnamese"),
  Righteous: face("righteous", 400, "latin", "latin-ext"),
  "Comic Relief": face("comic-relief", [400, 700], "latin", "latin-ext", "greek", "cyrillic"),
  "Baloo 2": face("baloo-2", 700, "devanagari", "vietnamese", "latin", "latin-ext"),
  "Noto Sans": face(
    "noto-sans",
    700,
    ...["latin", "latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext"],
  ),
  "Playpen Sans Hebrew": scriptFace("playpen-sans-hebrew", 600, "hebrew"),
  "Playpen Sans Arabic": scriptFace("playpen-sans-arabic", 600, "arabic"),
  "Noto Sans Arabic": scriptFace("noto-sans-arabic", 700, "arabic"),
  Itim: scriptFace("itim", 400, "thai"),
  "Baloo Da 2": scriptFace("baloo-da-2", 700, "bengali"),
  "Baloo Thambi 2": scriptFace("baloo-thambi-2", 700, "tamil"),
  "Baloo Tamma 2": scriptFace("baloo-tamma-2", 700, "kannada"),
  "Baloo Chettan 2": scriptFace("baloo-chettan-2", 700, "malayalam"),
  "Baloo Bhai 2": scriptFace("baloo-bhai-2", 700, "gujarati"),
  "Baloo Paaji 2": scriptFace("baloo-paaji-2", 700, "gurmukhi"),
  "Baloo Bhaina 2": scriptFace("baloo-bhaina-2", 700, "oriya"),
  "Noto Sans Telugu": scriptFace("noto-sans-telugu", 700, "telugu"),
  "Gemunu Libre": scriptFace("gemunu-libre", 700, "sinhala"),
  "Noto Sans Lao": scriptFace("noto-sans-lao", 700, "lao"),
  "Noto Sans Khmer": scriptFace("noto-sans-khmer", 700, "khmer"),
  "Noto Sans Myanmar": scriptFace("noto-sans-myanmar", 700, "myanmar"),
  "Noto Sans Georgian": scriptFace("noto-sans-georgian", 700, "georgian"),
  "Noto Sans Armenian": scriptFace("noto-sans-armenian", 700, "armenian"),
  "Noto Sans Ethiopic": scriptFace("noto-sans-ethiopic", 700, "ethiopic"),
  "Noto Serif Tibetan": scriptFace("noto-serif-tibetan", 700, "tibetan"),
  "Noto Sans Cherokee": scriptFace("noto-sans-cherokee", 700, "cherokee"),
  "Noto Sans Canadian Aboriginal": scriptFace(
    "noto-sans-canadian-aboriginal",
    700,
    "canadian-aboriginal",
  ),
  "Noto Sans Thaana": scriptFace("noto-sans-thaana", 700, "thaana"),
  "Noto Sans Syriac": scriptFace("noto-sans-syriac", 700, "syriac"),
  "Noto Sans NKo": scriptFace("noto-sans-nko", 400, "nko"),
  "Noto Sans Tifinagh": scriptFace("noto-sans-tifinagh", 400, "tifinagh"),
  "Noto Sans Ol Chiki": scriptFace("noto-sans-ol-chiki", 700, "ol-chiki"),
  "Noto Sans Meetei Mayek": scriptFace("noto-sans-meetei-mayek", 700, "meetei-mayek"),
  "Noto Sans Adlam": scriptFace("noto-sans-adlam", 700, "adlam"),
  "Noto Sans Javanese": scriptFace("noto-sans-javanese", 700, "javanese"),
  "Noto Sans Balinese": scriptFace("noto-sans-balinese", 700, "balinese"),
  "Noto Sans Mongolian": scriptFace("noto-sans-mongolian", 400, "mongolian"),
  Jua: face("jua", 400, ""),
  "ZCOOL KuaiLe": face("zcool-kuaile", 400, ""),
  "Noto Sans TC": face("noto-sans-tc", 700, ""),
  "Noto Sans SC": face("noto-sans-sc", 700, ""),
  "Mochiy Pop One": face("mochiy-pop-one", 400, ""),
  "Noto Sans KR": face("noto-sans-kr", 700, ""),
  "Noto Sans Symbols": face("noto-sans-symbols", 700, "symbols"),
  "Noto Sans Symbols 2": face("noto-sans-symbols-2", 400, "symbols"),
  // One file on the server, because slices would separate the parts of a joined emoji.
  "Noto Emoji": face("noto-emoji", 700, "emoji"),
} as const satisfies Record<string, FaceFiles>;

export type Face = keyof typeof faces;

export const faceNames = Object.keys(faces) as Face[];

/** The nearest available weight of a face. */
export const weightOf = (name: Face, weight: number): number => {
  const weights: readonly number[] = faces[name].weights;
  return (weight >= 600 ? weights.at(-1) : weights[0]) ?? 400;
};

/** File name of a face's style sheet in /embed/fonts/<folder>. */
export const faceSheet = "face.css";
