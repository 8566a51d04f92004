import vm from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { themeScript } from "@/components/shell/theme";

/** Runs the inline script as a browser would, with this in its storage. */
function run(getItem: () => string | null, cookie = "chosen=1") {
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

  it("keeps 'Sign In' from flashing up for somebody who may be signed in", () => {
    expect(run(() => null, "a=b; signed_in=1")).toEqual({ session: "" });
    expect(run(() => "dark", "signed_in=1; chosen=1")).toEqual({ theme: "dark", session: "" });
    expect(run(() => null, "not_signed_in=1; signed_in=0")).toEqual({});
    expect(run(refused, "chosen=1; signed_in=1")).toEqual({ session: "" });
  });

  it("does not look into the storage of somebody who has chosen nothing", () => {
    const look = vi.fn(() => "dark");
    expect(run(look, "signed_in=1; not_chosen=1")).toEqual({ session: "" });
    expect(look).not.toHaveBeenCalled();
  });

  it("leaves everything to the system otherwise", () => {
    expect(run(() => null)).toEqual({});
    expect(run(() => "<script>")).toEqual({});
    expect(run(refused)).toEqual({});
  });
});
