import vm from "node:vm";
import { describe, expect, it } from "vitest";
import { themeScript } from "@/components/shell/theme";

/** Runs the inline script as a browser would, with this in its storage. */
function run(getItem: () => string | null) {
  const dataset: Record<string, string> = {};
  vm.runInNewContext(themeScript, {
    localStorage: { getItem },
    document: { documentElement: { dataset } },
  });
  return dataset;
}

describe("theme script", () => {
  it("applies a remembered choice before the first paint", () => {
    expect(run(() => "dark")).toEqual({ theme: "dark" });
    expect(run(() => "light")).toEqual({ theme: "light" });
  });

  it("leaves everything to the system otherwise", () => {
    expect(run(() => null)).toEqual({});
    expect(run(() => "<script>")).toEqual({});
    expect(
      run(() => {
        throw new Error("storage is refused");
      }),
    ).toEqual({});
  });
});
