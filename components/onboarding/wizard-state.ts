import { createDrafts } from "@/lib/platform/draft-storage";
import { z } from "@/lib/platform/zod";
import { defaultArtStyle, presetOf } from "@/lib/stories/art-styles";
import type { Story } from "@/lib/stories/schema";
import { placeholderDescription } from "@/lib/stories/story-defaults";
import { extractOpening } from "./steps/description-rules";
import {
  createTextVersions,
  getCurrentText,
  type TextVersions,
  textVersionsSchema,
} from "./steps/text-versions";

export const steps = [1, 2, 3, 4] as const;
export type Step = (typeof steps)[number];

const idsSchema = z.array(z.string().max(100)).max(2000);

/** The author's input and running work, stored on this device until onboarding is over. */
const wizardStateSchema = z.object({
  /** The step that a later visit opens. */
  step: z.literal(steps),
  description: textVersionsSchema,
  style: z.object({
    isCustom: z.boolean(),
    preset: z.string().max(2000),
    custom: z.string().max(100_000),
  }),
  /** Null until edited: then the opening of the description is shown. */
  prompt: textVersionsSchema.nullable(),
  extraction: z
    .object({
      before: idsSchema,
      found: idsSchema.nullable(),
      isOver: z.boolean(),
    })
    .nullable(),
  run: z
    .object({
      /** Idempotency key. */
      key: z.string().max(100),
      prompt: z.string().max(100_000),
      startedAt: z.number().max(8.64e15),
      /** Null until the server has answered. */
      sceneId: z.string().max(100).nullable(),
      /** The server has refused the request. */
      isRefused: z.boolean(),
    })
    .nullable(),
});
export type WizardState = z.infer<typeof wizardStateSchema>;

export const wizardDrafts = createDrafts<WizardState | null>({
  kind: "onboarding",
  schema: wizardStateSchema.nullable(),
  emptyValue: null,
});

/** Initial state of a story that is new to the wizard. */
export function initialState(story: Pick<Story, "description" | "artStyle">): WizardState {
  const preset = presetOf(story.artStyle);
  const isCustom = preset === null && story.artStyle.trim() !== "";
  return {
    step: 1,
    description: createTextVersions(
      story.description === placeholderDescription ? "" : story.description,
    ),
    style: {
      isCustom,
      preset: preset?.prompt ?? defaultArtStyle.prompt,
      custom: isCustom ? story.artStyle : "",
    },
    prompt: null,
    extraction: null,
    run: null,
  };
}

/** The versions of the first prompt; an unedited one is the description's opening. */
export const getPromptVersions = ({ prompt, description }: WizardState): TextVersions =>
  prompt ?? createTextVersions(extractOpening(getCurrentText(description)));

/** The style to save. */
export const getArtStyle = ({ isCustom, preset, custom }: WizardState["style"]) =>
  isCustom ? custom.trim() : preset;
