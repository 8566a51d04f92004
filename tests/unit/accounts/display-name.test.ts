import { describe, expect, it } from "vitest";
import { displayName, initials, shortName } from "@/lib/accounts/display-name";

describe("displayName", () => {
  it("is first plus last name, else first name, else username", () => {
    expect(displayName({ username: "mara", firstName: "Mara", lastName: "Lind" })).toBe(
      "Mara Lind",
    );
    expect(displayName({ username: "mara", firstName: "Mara", lastName: "" })).toBe("Mara");
    expect(displayName({ username: "mara", firstName: "  ", lastName: "Lind" })).toBe("mara");
    expect(displayName({ username: "mara", firstName: null })).toBe("mara");
  });
});

describe("shortName", () => {
  it("is the first name, else the username", () => {
    expect(shortName({ username: "mara", firstName: "Mara", lastName: "Lind" })).toBe("Mara");
    expect(shortName({ username: "mara", lastName: "Lind" })).toBe("mara");
  });
});

describe("initials", () => {
  it("follow the four rules in order", () => {
    expect(initials({ username: "zed", firstName: "mara", lastName: "lind" })).toBe("ML");
    expect(initials({ username: "zed", firstName: "mara" })).toBe("M");
    expect(initials({ username: "zed", lastName: "lind" })).toBe("Z");
    expect(initials({ username: "zed" })).toBe("Z");
    expect(initials({})).toBe("U");
    expect(initials({ username: " ", firstName: "", lastName: null })).toBe("U");
  });

  it("keep whole letters whole", () => {
    expect(initials({ firstName: "Élodie", lastName: "Ørsted" })).toBe("ÉØ");
    expect(initials({ firstName: "𝒜da", lastName: "e\u0301clair" })).toBe("𝒜E\u0301");
  });
});
