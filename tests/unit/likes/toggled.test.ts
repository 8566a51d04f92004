import { expect, it } from "vitest";
import { toggled } from "@/lib/likes/client";

it("shows a like at once, takes it back, and never counts below zero", () => {
  expect(toggled({ likeCount: 4, isLikedByUser: false })).toEqual({
    likeCount: 5,
    isLikedByUser: true,
  });
  expect(toggled({ likeCount: 5, isLikedByUser: true })).toEqual({
    likeCount: 4,
    isLikedByUser: false,
  });
  expect(toggled({ likeCount: 0, isLikedByUser: true })).toEqual({
    likeCount: 0,
    isLikedByUser: false,
  });
});
