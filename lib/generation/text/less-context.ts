import { truncateText } from "@/lib/ai/truncate-text";
import type { KnownEntity, StoryFacts } from "./writer-tasks";

/** What a model with a small context is told of a story. */
const limits = { scenes: 2, sceneText: 150, others: 4, entityText: 80, text: 300, style: 100 };

/** All texts of a request, in lower case. */
const wordsOf = (asked: object): string =>
  Object.values(asked)
    .flat()
    .filter((value) => typeof value === "string")
    .join("\n")
    .toLowerCase();

/**
 * The same facts with less of the story: the last two scenes without their lines, the characters
 * and locations that the request names, and the first few others.
 */
export function withLessContext<Facts extends { story: StoryFacts }>(facts: Facts): Facts {
  const { story, ...asked } = facts;
  const words = wordsOf(asked);
  const isNamed = ({ name, formerNames = [] }: KnownEntity) =>
    [name, ...formerNames].some((one) => words.includes(one.toLowerCase()));
  const fewer = (entities: KnownEntity[]): KnownEntity[] => {
    const others = entities.filter((entity) => !isNamed(entity)).slice(0, limits.others);
    return entities
      .filter((entity) => isNamed(entity) || others.includes(entity))
      .map((entity) => ({
        ...entity,
        description: truncateText(entity.description, limits.entityText),
      }));
  };
  const scenes = story.scenes.slice(-limits.scenes).map(({ sceneNumber, title, description }) => ({
    sceneNumber,
    title,
    description: truncateText(description, limits.sceneText),
  }));
  return {
    ...facts,
    story: {
      ...story,
      description: truncateText(story.description, limits.text),
      artStyle: truncateText(story.artStyle, limits.style),
      characters: fewer(story.characters),
      locations: fewer(story.locations),
      scenes,
    },
  };
}
