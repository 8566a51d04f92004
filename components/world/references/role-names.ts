import type { ReferencePicture } from "@/lib/world/references/schema";

export const roleNames: Record<ReferencePicture["role"], string> = {
  face: "Face",
  figure: "Full figure",
  view: "View",
  expression: "Expression",
  outfit: "Outfit",
  place: "Location",
};
