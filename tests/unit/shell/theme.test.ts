import vm from "node:vm";
import { describe, expect, it } from "vitest";
import { themeScript } from "@/components/shell/theme";

/** Runs the inline script as a browser would, with this in its storage. */
function run(getItem: () => string | null, cookie = "") {
  const dataset: Record<string, string> = {};
  vm.runInNewContext(themeScript, {
    localStorage: { getItem },
    document: { documentElement: { dataset }, cookie },
  });
  return dataset;
}

const refused = () => {
  throw new Error("storage is refused");
};

describe("theme script", () => {
  it("applies a remembered choice before the first paint", () => {
    expect(run(() => "dark")).toEqual({ theme: "dark" });
    expect(run(() => "light")).toEqual({ theme: "light" });
  });

  it("reserves the height of 'Continue reading' where this device showed it", () => {
    expect(run(() => "1")).toEqual({ continue: "" });
  });

  it("keeps 'Sign In' from flashing where a session may exist", () => {
    expect(run(() => null, "a=b; signed_in=1")).toEqual({ session: "" });
    expect(run(() => "dark", "signed_in=1")).toEqual({ theme: "dark", session: "" });
    expect(run(() => null, "not_signed_in=1; signed_in=0")).toEqual({});
    expect(run(refused, "signed_in=1")).toEqual({ session: "" });
  });

  it("leaves everything to the system otherwise", () => {
    expect(run(() => null)).toEqual({});
    expect(run(() => "<script>")).toEqual({});
    expect(run(refused)).toEqual({});
  });
});
