"use client";
import { FeedFailure } from "@/components/feed/feed-failure";

export default function FeedError() {
  return <FeedFailure />;
}
