/** A LoRA of a self-hosted engine, as authors write it: its name, a colon, its weight. */
import { z } from "@/lib/platform/zod";

interface Lora {
  loraName: string;
  loraWeight: number;
}

/** @returns no name and the weight 1 for an empty text; a weight that is no number is NaN */
export function parseLora(text: string): Lora {
  const [, loraName = "", weight = "1"] = /^(.*?)(?::([^:]*))?$/s.exec(text) ?? [];
  const loraWeight = weight.trim() === "" ? Number.NaN : Number(weight.replace(",", "."));
  return { loraName: loraName.trim(), loraWeight };
}

/** With at most four decimals, so that `loraText` accepts it. */
export const formatLora = ({ loraName, loraWeight }: Lora): string =>
  loraName && `${loraName}:${Number(loraWeight.toFixed(4))}`;

export const loraText = z
  .string()
  .trim()
  .max(130, "A LoRA must be at most 130 characters")
  .refine((text) => {
    const { loraName, loraWeight } = parseLora(text);
    return text === "" || (loraName !== "" && loraName.length <= 120 && Math.abs(loraWeight) <= 2);
  }, "Please write a name, and after a colon a weight from -2 to 2: mara_v2:0.8");
