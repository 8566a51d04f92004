import { truncateText } from "@/lib/ai/truncate-text";
import type { KnownEntity, StoryFacts } from "./writer-tasks";

/**
 * Number of characters, and of locations, that are listed although the request does not name them.
 */
const maxOthers = 4;

/**
 * Shortens the facts of a story for a model with a small context: keeps the last two scenes without
 * their dialogue, the characters and locations that the request names, and a few more.
 */
export function withLessContext<Facts extends { story: StoryFacts }>(facts: Facts): Facts {
  const { story, ...asked } = facts;
  const words = JSON.stringify(asked).toLowerCase();
  const fewer = (entities: KnownEntity[]): KnownEntity[] => {
    let others = 0;
    return entities.flatMap((entity) => {
      const names = [entity.name, ...(entity.formerNames ?? [])];
      const isNamed = names.some((name) => words.includes(name.toLowerCase()));
      if (!isNamed) others += 1;
      if (!isNamed && others > maxOthers) return [];
      return [{ ...entity, description: truncateText(entity.description, 80) }];
    });
  };
  const scenes = story.scenes.slice(-2).map(({ lines: _, ...scene }) => ({
    ...scene,
    description: truncateText(scene.description, 150),
  }));
  const short = {
    description: truncateText(story.description, 300),
    artStyle: truncateText(story.artStyle, 100),
  };
  const [characters, locations] = [fewer(story.characters), fewer(story.locations)];
  return { ...facts, story: { ...story, ...short, characters, locations, scenes } };
}
