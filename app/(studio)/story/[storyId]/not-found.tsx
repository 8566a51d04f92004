import { StoryNotFound } from "@/components/studio/workspace-errors";

export default function UnknownStory() {
  return <StoryNotFound />;
}
