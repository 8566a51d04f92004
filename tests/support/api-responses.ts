import type { User } from "@/lib/accounts/schema";
import type { StoryCard } from "@/lib/stories/schema";

/** A valid id with this ending. */
export const testId = (last: string) => `01a1f944-5670-745b-8f52-${last.padStart(12, "0")}`;

/** Complete API responses: partial ones would not pass the schemas. */
export const testUser = (changes: Partial<User> = {}): User => ({
  _id: testId("1"),
  username: "ada",
  firstName: "Ada",
  lastName: "",
  email: "ada@a.co",
  avatar: null,
  bio: "",
  links: [],
  emailVerified: true,
  isAdministrator: false,
  hidesAi: false,
  hasPassword: true,
  createdAt: "2026-11-01T08:00:00.000Z",
  lastLogin: null,
  ...changes,
});

const { _id, username, firstName, lastName, avatar } = testUser();

export const testCard = (changes: Partial<StoryCard> = {}): StoryCard => ({
  _id: testId("2"),
  title: "Low Tide",
  description: "",
  tags: [],
  aspectRatio: "3:4",
  status: "published",
  rating: "everyone",
  previewImage: null,
  coverPosition: "50% 50%",
  userId: { _id, username, firstName, lastName, avatar },
  preview: { imageUrl: null, srcSet: "", width: null, height: null, placeholder: null },
  likeCount: 0,
  remixCount: 0,
  viewCount: 0,
  sceneCount: 0,
  createdAt: "2026-11-01T08:00:00.000Z",
  ...changes,
});
