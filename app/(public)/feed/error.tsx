"use client";
export { FeedErrorView as default } from "@/components/feed/feed-error-view";
