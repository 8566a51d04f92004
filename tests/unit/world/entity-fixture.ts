import type { Entity } from "@/lib/world/schema";

export const entity = (fields: Partial<Entity> = {}): Entity => ({
  _id: "0192aaaa-0000-7000-8000-000000000001",
  storyId: "0192aaaa-0000-7000-8000-000000000099",
  name: "Odile",
  title: "Clockmaker",
  description: "She repairs broken robots.",
  imagePrompt: "An old woman with round glasses",
  primaryImageUrl: null,
  lora: "",
  imageUrls: [],
  firstAppearance: 0,
  sceneCount: 0,
  version: 1,
  createdAt: "2026-11-21T12:00:00.000Z",
  ...fields,
});
