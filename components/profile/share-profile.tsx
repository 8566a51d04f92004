"use client";
import { Share2 } from "lucide-react";
import { shareStory } from "@/components/reader/social/share-story";
import { Button } from "@/components/ui/button";

/** Shares the address of a profile, as the reading page shares a story's; below the name on a phone. */
export const ShareProfile = ({ name }: { name: string }) => (
  <Button
    className="col-start-2 justify-self-start md:col-start-3"
    onClick={() => void shareStory(name)}
  >
    <Share2 aria-hidden="true" /> Share
  </Button>
);
