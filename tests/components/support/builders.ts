/** Complete API responses, each with the fields that a test changes. */
import type { ImageJob, SceneProgress, VideoJob } from "@/lib/generation/schema";
import type { MediaItem } from "@/lib/media/schema";
import { bubbleStyle, type TextBubble } from "@/lib/scenes/bubbles/schema";
import type { Panel, Scene } from "@/lib/scenes/schema";
import type { Setup } from "@/lib/setup/schema";
import type { StoryCosts } from "@/lib/spending/schema";
import type { Profile, Story, StoryPage } from "@/lib/stories/schema";
import type { Entity } from "@/lib/world/schema";
import { testCard, testId, testUser } from "@/tests/support/api-responses";

export { testCard, testId, testUser };

/** The id of a story, unless a test sets another. */
export const storyId = testId("2");
const at = "2026-11-01T08:00:00.000Z";

/** The address of a stored picture; another hex digit is another picture. */
export const aPicture = (digit = "a") => `/media/${digit.repeat(64)}.webp`;

export const aBubble = (changes: Partial<TextBubble> = {}): TextBubble => ({
  id: "bubble-1",
  text: "Quiet now.",
  type: "speech",
  speaker: "Keeper",
  position: { x: 0.5, y: 0.2, anchor: "center" },
  style: bubbleStyle.parse({}),
  ...changes,
});

/** A panel with its picture. */
export const aPanel = (panelNumber = 1, changes: Partial<Panel> = {}): Panel => ({
  _id: testId(`3${panelNumber}`),
  panelNumber,
  status: "completed",
  shot: "Medium shot",
  hasImage: true,
  imageUrl: aPicture(String(panelNumber)),
  srcSet: "",
  placeholder: null,
  width: 768,
  height: 1024,
  videoUrl: null,
  videoPrompt: "",
  version: 1,
  imagePrompt: `The keeper at the water, panel ${panelNumber}.`,
  altText: `The keeper at the water in panel ${panelNumber}.`,
  imageGenerationError: null,
  textBubbles: [],
  ...changes,
});

/** A scene with this number of panels, whose ids are unique to the scene. */
export function aScene(sceneNumber = 1, panels = 1, changes: Partial<Scene> = {}): Scene {
  const ofScene = (_: unknown, index: number) =>
    aPanel(index + 1, { _id: testId(`3${sceneNumber}${index + 1}`) });
  return {
    _id: testId(`4${sceneNumber}`),
    storyId,
    sceneNumber,
    status: "completed",
    layout: null,
    title: `The bell rings ${sceneNumber} times`,
    description: `Chapter ${sceneNumber}: the water stands at the door.`,
    prompt: `The keeper goes down to the water, ${sceneNumber}.`,
    errorMessage: null,
    likeStats: { likeCount: 0, isLikedByUser: false },
    panels: Array.from({ length: panels }, ofScene),
    version: 1,
    updatedAt: at,
    ...changes,
  };
}

/** A draft of Ada's, without scenes. */
export function aStory(changes: Partial<Story> = {}): Story {
  const { _id, username, firstName, lastName, avatar } = testUser();
  const scenes = changes.scenes ?? [];
  return {
    _id: storyId,
    title: "The Long Tide",
    tags: [],
    artStyle: "",
    aspectRatio: "3:4",
    description: "A keeper, a bell and a sea that comes back every night.",
    panels: 1,
    defaultPanels: 1,
    imageGenerationModel: "flux-kontext-pro",
    status: "draft",
    rating: "everyone",
    coverPanelId: null,
    previewImage: null,
    userId: { _id, username, firstName, lastName, avatar },
    preview: { imageUrl: null, srcSet: "", width: null, height: null, placeholder: null },
    remixCount: 0,
    likeCount: 0,
    viewCount: 0,
    sceneCount: scenes.length,
    metadata: { totalScenes: scenes.length },
    isRemix: false,
    originalStoryId: null,
    originalStoryDeleted: false,
    originalStoryTitle: null,
    madeByHand: false,
    oneLetterSize: true,
    pictureCheck: "off",
    noTraining: false,
    paintedBy: null,
    styleImageUrl: null,
    continuesPanels: true,
    aiDisclosure: null,
    likeStats: { likeCount: 0, isLikedByUser: false },
    scenes,
    characters: [],
    locations: [],
    version: 1,
    publishedAt: null,
    createdAt: at,
    updatedAt: at,
    ...changes,
  };
}

const anEntity = (changes: Partial<Entity>): Entity => ({
  _id: testId("5"),
  storyId,
  name: "Odile",
  title: "Of the harbour",
  primaryImageUrl: null,
  lora: "",
  description: "Has been at the harbour for as long as the bell has.",
  imagePrompt: "A figure at the harbour in evening light.",
  imageUrls: [],
  firstAppearance: 0,
  sceneCount: 0,
  version: 1,
  createdAt: at,
  ...changes,
});
export const aCharacter = (changes: Partial<Entity> = {}) => anEntity(changes);
export const aLocation = (changes: Partial<Entity> = {}) =>
  anEntity({ _id: testId("6"), name: "The Pier", ...changes });

/** The progress of a scene in generation. */
export const aSceneProgress = (changes: Partial<SceneProgress> = {}): SceneProgress => ({
  scene: aScene(1, 1, { status: "generating" }),
  progress: 20,
  isGenerating: true,
  isWaiting: false,
  scenesBefore: null,
  isModelLoading: false,
  isComplete: false,
  hasError: false,
  hasPartialErrors: false,
  errorMessage: null,
  newCharacters: [],
  newLocations: [],
  ...changes,
});

export const anImageJob = (changes: Partial<ImageJob> = {}): ImageJob => ({
  jobId: testId("7"),
  type: "panel_image",
  status: "processing",
  progress: 20,
  isWaiting: false,
  error: null,
  result: null,
  ...changes,
});

export const aVideoJob = (changes: Partial<VideoJob> = {}): VideoJob => ({
  jobId: testId("8"),
  type: "video",
  status: "processing",
  progress: 20,
  isWaiting: false,
  error: null,
  result: null,
  ...changes,
});

/** A picture or video that a panel has had. */
export const aTake = (changes: Partial<MediaItem> = {}): MediaItem => ({
  _id: testId("9"),
  url: aPicture("1"),
  type: "image",
  model: "Demo studio",
  prompt: "The keeper at the water.",
  source: "generated",
  originalImageUrl: null,
  madeWith: null,
  timestamp: at,
  ...changes,
});

export const freeCosts: StoryCosts = {
  isFree: true,
  scene: {
    fixed: { micros: 0, isUnknown: false },
    perPanel: { micros: 0, isUnknown: false },
  },
  picture: { micros: 0, isUnknown: false },
  panel: { micros: 0, isUnknown: false },
  take: { micros: 0, isUnknown: false },
  repair: { micros: 0, isUnknown: false },
  video: { micros: 0, isUnknown: false },
  check: { micros: 0, isUnknown: false },
  spent: { micros: 0, calls: 0, unpricedCalls: 0, seconds: 0 },
};

/** An installation without engines, of which nothing is known. */
export const aSetup = (changes: Partial<Setup> = {}): Setup => ({
  ports: [],
  today: freeCosts.spent,
  month: freeCosts.spent,
  budgets: { all: null, author: null },
  unpricedModels: [],
  goneModels: [],
  trials: [],
  workflows: null,
  mail: [],
  checkedAt: at,
  ...changes,
});

export function aProfile(changes: Partial<Profile> = {}): Profile {
  const { _id, username, firstName, lastName, avatar, bio, links, createdAt } = testUser();
  const stories = changes.stories ?? [testCard()];
  return {
    user: { _id, username, firstName, lastName, avatar, bio, links, createdAt },
    stories,
    stats: {
      totalStories: stories.length,
      publishedStories: stories.length,
      totalScenes: 0,
      totalPanels: 0,
    },
    pagination: { page: 1, pages: 1, total: stories.length },
    ...changes,
  };
}

export const aStoryPage = (
  stories = [testCard()],
  changes: Partial<StoryPage["pagination"]> = {},
): StoryPage => ({
  stories,
  pagination: { page: 1, pages: 1, total: stories.length, nextCursor: null, ...changes },
});
