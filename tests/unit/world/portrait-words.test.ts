import { describe, expect, it } from "vitest";
import { changedPrompt } from "@/components/world/portrait-words";

describe("the words of a portrait that was changed in words", () => {
  it("say what was changed after what it was, and take one more change", () => {
    const once = changedPrompt("An old man in a rust-red coat. ", " The coat is brown ");
    expect(once).toBe("An old man in a rust-red coat. Changed since: The coat is brown");
    expect(changedPrompt(once ?? "", "No beard")).toBe(
      "An old man in a rust-red coat. Changed since: The coat is brown. Changed since: No beard",
    );
  });

  it("stay as they are where they would become too long", () => {
    expect(changedPrompt("x".repeat(980), "A beard")).toBeUndefined();
  });
});
