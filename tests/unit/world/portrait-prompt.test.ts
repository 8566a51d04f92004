import { describe, expect, it } from "vitest";
import {
  appendChange,
  changesIn,
  changesOf,
  promptOfChanges,
  withChanges,
} from "@/lib/world/portrait-prompt";

describe("the prompt of a portrait that was changed by instructions", () => {
  it("has the change after the original, and accepts another change", () => {
    const once = appendChange("An old man in a rust-red coat. ", " The coat is brown ");
    expect(once).toBe("An old man in a rust-red coat. Changed since: The coat is brown");
    expect(appendChange(once, "No beard")).toBe(
      "An old man in a rust-red coat. Changed since: The coat is brown. Changed since: No beard",
    );
  });

  it("stays as it is where it would become too long", () => {
    const long = "x".repeat(980);
    expect(appendChange(long, "A beard")).toBe(long);
  });

  it("is recognized by the prompt of each portrait", () => {
    const coat = promptOfChanges(["The coat is brown. "]);
    const beard = promptOfChanges(["The coat is brown", "No beard"]);
    const painted = "An old man. Changed since: The coat is brown. He limps";
    const changes = changesOf(["An old man", coat, beard, painted, ""]);
    expect(changes).toEqual(["The coat is brown", "No beard"]);
    expect(changesIn(beard, changes)).toEqual(["The coat is brown", "No beard"]);
    expect(changesIn(painted, changes)).toEqual(["The coat is brown"]);
    expect(changesIn("An old man", changes)).toEqual([]);
  });

  it("adds the instruction and keeps the rest verbatim", () => {
    const changes = ["No beard", "No beard. A hat", "A scarf"];
    const told = "A man. Changed since: No beard. A hat. He limps.\nChanged since: A scarf, red";
    // The longest of those it can be, and none that was changed by hand.
    expect(withChanges(told, [], changes)).toBe("A man. He limps.\nChanged since: A scarf, red");
    expect(withChanges(told, ["No beard. A hat"], changes)).toBe(told);
    expect(withChanges("A man. Changed since: A scarf\nAt night", [], changes)).toBe(
      "A man.\nAt night",
    );
    expect(withChanges("A man", ["No beard"], changes)).toBe("A man. Changed since: No beard");
  });
});
