import type { PaintedFigure } from "../painter";

const bare = (file: string) =>
  file
    .toLowerCase()
    .replace(/^.*[\\/]/, "")
    .replace(/\.\w+$/, "");

/** The LoRAs of a request's characters that an engine has. */
export interface ChosenLoras {
  found: { file: string; weight: number }[];
  /** A sentence for the author about those that the engine lacks. */
  note?: string;
}

/** @param files of the engine; a LoRA is named with or without its folder and ending */
export function chooseLoras(figures: PaintedFigure[], files: readonly unknown[]): ChosenLoras {
  const known = files.filter((file) => typeof file === "string");
  const fileOf = (name: string) =>
    known.find((file) => file === name) ?? known.find((file) => bare(file) === bare(name));
  const wanted = figures.flatMap(({ lora }) =>
    lora ? [{ ...lora, file: fileOf(lora.name) }] : [],
  );
  const missing = wanted.filter(({ file }) => !file).map(({ name }) => name);
  return {
    found: wanted.flatMap(({ file, weight }) => (file ? [{ file, weight }] : [])),
    ...(missing.length > 0
      ? { note: `Drawn without ${missing.join(" and ")}: the image server has no such LoRA.` }
      : {}),
  };
}
