export { StoryNotFound as default } from "@/components/studio/workspace-errors";
