"use client";
import { FeedErrorView } from "@/components/feed/feed-error-view";

export default function SearchError() {
  return <FeedErrorView />;
}
