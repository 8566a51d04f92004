"use client";
import { Share2 } from "lucide-react";
import { shareStory } from "@/components/reader/social/share-story";
import { Button } from "@/components/ui/button";

/** Shares the address of a profile, as the reading page shares a story's. */
export const ShareProfile = ({ name }: { name: string }) => (
  <Button onClick={() => void shareStory(name)}>
    <Share2 aria-hidden="true" /> Share
  </Button>
);
