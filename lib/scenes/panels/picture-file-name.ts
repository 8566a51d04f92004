import { brand } from "@/lib/platform/brand";

/** Letters that do not decompose into a Latin letter and a mark. */
const letters: Record<string, string> = Object.fromEntries(
  (
    "ß ss æ ae œ oe ø o ł l đ d ð d þ th ħ h ı i ĸ k ŋ n ŧ t " +
    "а a б b в v г g ґ g д d е e ё yo є ye ж zh з z и i і i ї yi й y к k л l м m н n о o п p р r с s " +
    "т t у u ф f х kh ц ts ч ch ш sh щ shch ы y э e ю yu я ya ђ dj ј j љ lj њ nj ћ c џ dz " +
    "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o"
  )
    .split(" ")
    .reduce<[string, string][]>((pairs, word, index, words) => {
      if (index % 2 === 0) pairs.push([word, words[index + 1] ?? ""]);
      return pairs;
    }, []),
);

/** Limit of a title's characters in a file name. */
export const slugLength = 30;

/** A slug of a title for file names: Latin letters, digits and hyphens. */
export function storySlug(title: string): string {
  const latin = Array.from(title.toLowerCase().normalize("NFC"), (letter) => {
    return letters[letter] ?? letter.normalize("NFKD").replace(/\p{M}/gu, "");
  })
    .map((letter) => letters[letter] ?? letter)
    .join("")
    .replace(/['’ьъ]/g, "");
  const slug = latin.replace(/[^a-z0-9]+/g, "-").replace(/^-/, "");
  return slug.slice(0, slugLength).replace(/-$/, "") || "story";
}

/** File name of a panel's picture; `storySlug` makes the part from the title. */
export const pictureFileName = (slug: string, sceneNumber: number, panelNumber: number): string =>
  `${brand.slug}-${slug}-scene-${sceneNumber}-panel-${panelNumber}.jpg`;

/** File name of a scene's page as one picture. */
export const pageFileName = (slug: string, sceneNumber: number): string =>
  `${brand.slug}-${slug}-scene-${sceneNumber}-page.jpg`;
