import { z } from "@/lib/platform/zod";
import { defaultArtStyle, presetOf } from "@/lib/stories/art-styles";
import type { Story } from "@/lib/stories/schema";
import { placeholderDescription } from "@/lib/stories/story-defaults";
import { extractOpening } from "./description-rules";
import {
  appendVersion,
  createTextVersions,
  getCurrentText,
  moveVersion,
  replaceCurrentText,
  type TextVersions,
  textVersionsSchema,
} from "./text-versions";

export const steps = [1, 2, 3, 4] as const;
export type Step = (typeof steps)[number];

const idsSchema = z.array(z.string().max(100)).max(2000);

/** The author's input and running work, stored on this device until onboarding is over. */
export const wizardStateSchema = z.object({
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

/** The two texts of the wizard. */
export type AnswerField = "description" | "prompt";

export type WizardAction =
  | { type: "went"; step: Step }
  | { type: "typed"; field: AnswerField; text: string }
  /** The AI's text becomes a version beside the author's, who can go back. */
  | { type: "given"; field: AnswerField; text: string }
  | { type: "moved"; field: AnswerField; by: -1 | 1 }
  | { type: "styled"; style: Partial<WizardState["style"]> }
  | { type: "search-started"; before: string[] }
  | { type: "search-found"; found: string[] }
  | { type: "search-failed" }
  | { type: "search-over" }
  | { type: "scene-asked"; key: string; prompt: string; at: number }
  | { type: "scene-known"; sceneId: string }
  | { type: "scene-refused" }
  | { type: "scene-gone" };

export function wizardReducer(state: WizardState, action: WizardAction): WizardState {
  switch (action.type) {
    case "went":
      return { ...state, step: action.step };
    case "typed":
      return {
        ...state,
        [action.field]: replaceCurrentText(
          state[action.field] ?? createTextVersions(""),
          action.text,
        ),
      };
    case "given":
      return {
        ...state,
        [action.field]: appendVersion(getTextVersions(state, action.field), action.text),
      };
    case "moved":
      return {
        ...state,
        [action.field]: moveVersion(getTextVersions(state, action.field), action.by),
      };
    case "styled":
      return { ...state, style: { ...state.style, ...action.style } };
    case "search-started":
      return {
        ...state,
        extraction: { before: action.before, found: null, isOver: false },
      };
    case "search-found":
      return state.extraction
        ? { ...state, extraction: { ...state.extraction, found: action.found } }
        : state;
    case "search-failed":
      return { ...state, extraction: null };
    case "search-over":
      return state.extraction
        ? { ...state, extraction: { ...state.extraction, isOver: true } }
        : state;
    case "scene-asked":
      return {
        ...state,
        run: {
          key: action.key,
          prompt: action.prompt,
          startedAt: action.at,
          sceneId: state.run?.sceneId ?? null,
          isRefused: false,
        },
      };
    case "scene-known":
      return state.run
        ? { ...state, run: { ...state.run, sceneId: action.sceneId, isRefused: false } }
        : state;
    case "scene-refused":
      return state.run ? { ...state, run: { ...state.run, isRefused: true } } : state;
    case "scene-gone":
      return { ...state, run: null };
  }
}

/** The versions of a text; an unedited prompt is the description's opening. */
export const getTextVersions = (state: WizardState, field: AnswerField): TextVersions =>
  state[field] ?? createTextVersions(extractOpening(getCurrentText(state.description)));

/** The style to save. */
export const getArtStyle = ({ isCustom, preset, custom }: WizardState["style"]) =>
  isCustom ? custom.trim() : preset;
