import { describe, expect, it } from "vitest";
import {
  accessDeniedError,
  authoredBy,
  mayEdit,
  requireAdministrator,
} from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";

const viewer = (isAdministrator: boolean): Viewer => ({
  id: "01a214b4-dadf-763c-aef9-20cfac0c1c00",
  username: "ada",
  isAdministrator,
  tokenId: "01a214b4-dadf-763c-aef9-20cfac0c1c01",
  via: "cookie",
});
const [author, administrator] = [viewer(false), viewer(true)];

describe("S1 the ownership of rows", () => {
  it("S1 an author finds their own rows, the administrator all", () => {
    expect(authoredBy(author)).toEqual({ authorId: author.id });
    expect(authoredBy(administrator)).toEqual({});
  });

  it("S1 drafts are for their author and the administrator", () => {
    expect(mayEdit(author, author.id)).toBe(true);
    expect(mayEdit(author, "another")).toBe(false);
    expect(mayEdit(administrator, "another")).toBe(true);
    expect(mayEdit(null, author.id)).toBe(false);
  });

  it("S1 the administrator's pages are not found for everyone else", () => {
    expect(() => requireAdministrator(administrator)).not.toThrow();
    for (const one of [author, null]) {
      expect(() => requireAdministrator(one)).toThrow(
        expect.objectContaining({ code: "not_found", message: expect.stringMatching(/address/i) }),
      );
    }
  });

  it("S2 a draft is refused like an unknown id, a published story as forbidden", () => {
    expect(accessDeniedError(true, "story")).toMatchObject({
      code: "forbidden",
      message: "Only the author of this story can change it.",
    });
    for (const isPublished of [false, undefined]) {
      const { code, message } = accessDeniedError(isPublished, "scene");
      expect([code, message]).toEqual(["not_found", accessDeniedError(undefined, "scene").message]);
      expect(message).toMatch(/scene/i);
    }
  });
});
