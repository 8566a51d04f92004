import type { Panel } from "@/lib/scenes/schema";
import type { Profile, Story } from "@/lib/stories/schema";

/** Titles that testers try. */
export const hostile =
  "</script><img src=x onerror=alert(1)> \u2028\u2029 \u202Egnitfihs & \"quoted\" 'single' 💡";

const author = {
  _id: "0199d000-0000-7000-8000-0000000000aa",
  username: "ada",
  firstName: "Ada",
  lastName: "Lovelace",
  avatar: `/media/${"a".repeat(64)}.jpg`,
};

const panel = (panelNumber: number): Panel => ({
  _id: `0199d000-0000-7000-8000-0000000001${String(panelNumber).padStart(2, "0")}`,
  panelNumber,
  status: "completed",
  shot: "medium",
  hasImage: true,
  imageUrl: `/media/${String(panelNumber).repeat(64)}.jpg`,
  srcSet: "",
  width: 768,
  height: 1024,
  placeholder: null,
  imagePrompt: "",
  altText: `Mara climbs, step ${panelNumber}`,
  videoUrl: null,
  videoPrompt: "",
  imageGenerationError: null,
  textBubbles: [],
  version: 1,
});

export const story = (change: Partial<Story> = {}): Story => ({
  _id: "0199d000-0000-7000-8000-000000000001",
  title: "The Lamp Room",
  description: "Somebody lights the lamp, and nobody has the key.",
  tags: ["sea", "night"],
  artStyle: "",
  aspectRatio: "3:4",
  panels: 1,
  defaultPanels: 1,
  imageGenerationModel: "seedream-4",
  status: "published",
  rating: "everyone",
  coverPanelId: null,
  userId: author,
  previewImage: `/media/${"1".repeat(64)}.jpg`,
  preview: {
    imageUrl: `/media/${"1".repeat(64)}.jpg`,
    srcSet: "",
    width: 768,
    height: 1024,
    placeholder: null,
  },
  remixCount: 2,
  likeCount: 3,
  viewCount: 40,
  sceneCount: 1,
  metadata: { totalScenes: 1 },
  isRemix: false,
  originalStoryId: null,
  originalStoryDeleted: false,
  originalStoryTitle: null,
  madeByHand: false,
  noTraining: false,
  oneLetterSize: true,
  styleImageUrl: null,
  continuesPanels: true,
  pictureCheck: "off",
  paintedBy: null,
  aiDisclosure: null,
  likeStats: { likeCount: 3, isLikedByUser: false },
  scenes: [
    {
      _id: "0199d000-0000-7000-8000-000000000010",
      storyId: "0199d000-0000-7000-8000-000000000001",
      sceneNumber: 1,
      title: "Up",
      description: "",
      status: "completed",
      layout: null,
      errorMessage: null,
      panels: [panel(1), panel(2)],
      likeStats: { likeCount: 0, isLikedByUser: false },
      version: 1,
      updatedAt: "2026-11-03T10:00:00.000Z",
    },
  ],
  characters: [],
  locations: [],
  version: 1,
  publishedAt: "2026-11-02T10:00:00.000Z",
  createdAt: "2026-11-01T10:00:00.000Z",
  updatedAt: "2026-11-02T11:00:00.000Z",
  ...change,
});

export const profile = (change: Partial<Profile> = {}): Profile => ({
  user: { ...author, bio: "", links: [], createdAt: "2026-10-01T10:00:00.000Z" },
  stories: [story(), story({ status: "draft", title: "Not yet" })].map((each) => ({
    ...each,
    coverPosition: "50% 20%",
  })),
  stats: { totalStories: 2, publishedStories: 1, totalScenes: 1, totalPanels: 2 },
  pagination: { page: 1, pages: 1, total: 2 },
  ...change,
});
