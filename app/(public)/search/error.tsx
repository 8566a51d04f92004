"use client";
import { FeedFailure } from "@/components/feed/feed-failure";

export default function SearchError() {
  return <FeedFailure />;
}
