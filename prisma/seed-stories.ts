import type { AspectRatio } from "@/lib/scenes/aspect";

export interface DemoStory {
  title: string;
  description: string;
  tags: string[];
  artStyle: string;
  aspectRatio: AspectRatio;
  cast: { name: string; title: string; description: string; imagePrompt: string }[];
  scenes: { prompt: string; panels: number }[];
}

/**
 * The stories that a new visitor finds in the feed: three styles, three moods, three page layouts.
 */
export const demoStories: DemoStory[] = [
  {
    title: "The Lighthouse at Low Tide",
    description:
      "When the sea goes out further than it ever has, Mara the lighthouse keeper and a boy named Sami follow it, and find what the water was hiding.",
    tags: ["fantasy", "sea", "mystery"],
    artStyle:
      "Watercolor comic illustration, soft washes on textured paper, gentle pencil lines, luminous light",
    aspectRatio: "3:4",
    cast: [
      {
        name: "Mara",
        title: "Keeper of the lighthouse",
        description: "A woman of sixty who has kept the lamp burning for half of her life.",
        imagePrompt:
          "A woman of sixty with long grey hair and light skin, wearing a long red coat over a dark blue sweater and brown trousers.",
      },
      {
        name: "Sami",
        title: "The boy from the harbour",
        description: "A boy of ten who asks the questions that others are too old for.",
        imagePrompt:
          "A boy of ten with short curly black hair and brown skin, wearing a yellow jacket over a striped shirt and blue shorts.",
      },
    ],
    scenes: [
      {
        prompt: "Mara and Sami stand on the empty beach at sunrise and see that the sea has gone.",
        panels: 4,
      },
      {
        prompt: "Mara and Sami discover a small door inside an old shipwreck in the fog.",
        panels: 3,
      },
      {
        prompt:
          "Mara and Sami stand at the lighthouse on a clear starry night and watch the sea come back.",
        panels: 3,
      },
    ],
  },
  {
    title: "Rain Owes Me Nothing",
    description:
      "Detective Vera Quill takes one last case in a city where it never stops raining: somebody is stealing the street lamps, one by one.",
    tags: ["noir", "crime", "city"],
    artStyle:
      "Film noir comic, stark black and white, chiaroscuro, hard shadows, high-contrast black ink, one accent colour",
    aspectRatio: "3:2",
    cast: [
      {
        name: "Vera",
        title: "Private detective",
        description: "A woman of forty who trusts nobody before the second coffee.",
        imagePrompt:
          "A woman of forty with a short black bob and pale skin, wearing a fedora and a long dark trench coat over a white shirt with a red tie.",
      },
      {
        name: "Felix",
        title: "The last lamplighter",
        description: "A thin young man who knows every street lamp of the city by its number.",
        imagePrompt:
          "A thin young man with curly brown hair and light brown skin, wearing a flat cap and a grey vest over a white shirt and dark trousers.",
      },
    ],
    scenes: [
      {
        prompt:
          "Vera meets Felix in a dark alley at night in the rain and asks about the missing lamps.",
        panels: 4,
      },
      {
        prompt: "Vera runs after Felix across the rooftops at night in the rain.",
        panels: 3,
      },
    ],
  },
  {
    title: "Tinker Counts the Stars",
    description:
      "A small robot was built to count the stars and has reached the last one. Fennel the fox thinks that nobody should finish such a thing alone.",
    tags: ["science fiction", "friendship", "family"],
    artStyle:
      "Animated family film still, cartoon shapes, warm rim light, bright saturated colours, soft gradients",
    aspectRatio: "square",
    cast: [
      {
        name: "Tinker",
        title: "Counter of stars",
        description: "A small round robot that never lies and is never quite sure.",
        imagePrompt: "A small round robot of teal metal with big yellow eyes and an orange scarf.",
      },
      {
        name: "Fennel",
        title: "The fox from the forest",
        description: "A young fox who is curious about everything that does not smell of food.",
        imagePrompt: "A young orange fox with a white chest, wearing a green jacket.",
      },
    ],
    scenes: [
      {
        prompt:
          "Tinker meets Fennel on a hill on a clear starry night and points at the last star.",
        panels: 4,
      },
      {
        prompt:
          "Tinker and Fennel walk through the forest in the morning and find a little spaceship.",
        panels: 3,
      },
      {
        prompt: "Tinker and Fennel fly through space in the spaceship and discover a new star.",
        panels: 3,
      },
    ],
  },
];
