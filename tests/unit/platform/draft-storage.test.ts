import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { draftEntry } from "@/tests/support/draft-entry";

class FakeStorage {
  [key: string]: unknown;
  static capacity = Number.POSITIVE_INFINITY;
  getItem(key: string): string | null {
    return typeof this[key] === "string" ? (this[key] as string) : null;
  }
  setItem(key: string, text: string): void {
    const size = Object.entries(this).reduce((sum, [, value]) => sum + String(value).length, 0);
    if (size + text.length > FakeStorage.capacity) throw new Error("full");
    this[key] = text;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

let device: FakeStorage;
let tab: FakeStorage;
beforeEach(() => {
  FakeStorage.capacity = Number.POSITIVE_INFINITY;
  device = new FakeStorage();
  tab = new FakeStorage();
  vi.stubGlobal("localStorage", device);
  vi.stubGlobal("sessionStorage", tab);
});

/** The module as after a reload: only the storage is left. */
async function reload() {
  vi.resetModules();
  const storage = await import("@/lib/platform/draft-storage");
  const texts = (scope?: "device" | "tab") =>
    storage.createDrafts({
      kind: "words",
      schema: z.string().max(20),
      emptyValue: "",
      ...(scope && { scope }),
    });
  return { ...storage, texts };
}

describe("a draft", () => {
  it("survives a reload, and is removed when it is empty", async () => {
    expect((await reload()).texts().set("a", "A bell")).toBe(true);
    const { texts, hasDraft } = await reload();
    expect(texts().get("a")).toBe("A bell");
    expect(texts().get("b")).toBe("");
    expect(hasDraft("a")).toBe(true);
    texts().set("a", "");
    expect(hasDraft("a")).toBe(false);
    expect(Object.keys(device)).toEqual([]);
  });

  it("of a tab stays in the tab", async () => {
    (await reload()).texts("tab").set("a", "A bell");
    expect(Object.keys(device)).toEqual([]);
    expect((await reload()).texts("tab").get("a")).toBe("A bell");
  });

  it("follows what another tab has written", async () => {
    const drafts = (await reload()).texts();
    drafts.set("a", "A bell");
    device.setItem(...draftEntry("words", "a", "A whale"));
    expect(drafts.get("a")).toBe("A whale");
  });

  it("is dropped where it is invalid or of another version", async () => {
    const [key, text] = draftEntry("words", "a", "A bell");
    const { texts } = await reload();
    for (const found of ["{", "[]", "null", '"A bell"', text.replace(':1,"at"', ':2,"at"')]) {
      device.setItem(key, found);
      expect(texts().get("a")).toBe("");
    }
    device.setItem(...draftEntry("words", "a", "words that are longer than allowed"));
    expect(texts().get("a")).toBe("");
  });

  it("lasts as long as the page where storage is refused", async () => {
    const deny = () => {
      throw new Error("denied");
    };
    vi.stubGlobal("localStorage", { getItem: deny, setItem: deny, removeItem: deny });
    const { texts, hasDraft, clearDrafts } = await reload();
    const drafts = texts();
    expect(drafts.set("a", "A bell")).toBe(false);
    expect(drafts.get("a")).toBe("A bell");
    expect(hasDraft("a")).toBe(false);
    expect(() => clearDrafts(["a"])).not.toThrow();
  });

  it("takes the place of the oldest ones in a full storage, and beyond 300", async () => {
    const { texts } = await reload();
    vi.useFakeTimers({ now: 1_000 });
    for (let index = 0; index < 302; index += 1) {
      vi.setSystemTime(1_000 + index);
      texts().set(`${index}`, "A bell");
    }
    vi.useRealTimers();
    expect(Object.keys(device)).toHaveLength(300);
    expect(texts().get("0")).toBe("");
    expect(texts().get("301")).toBe("A bell");
    FakeStorage.capacity = Object.values(device).join("").length;
    expect(texts().set("more", "A whale")).toBe(true);
    expect((await reload()).texts().get("more")).toBe("A whale");
    expect(device.getItem("inkwright:draft:words:2")).toBeNull();
  });

  it("is removed with its subject", async () => {
    const { texts, clearDrafts } = await reload();
    texts().set("scene:id-1", "A bell");
    texts().set("id-2", "A whale");
    device.setItem("inkwright:places", "id-1");
    clearDrafts(["id-1"]);
    expect(Object.keys(device).toSorted()).toEqual([
      "inkwright:draft:words:id-2",
      "inkwright:places",
    ]);
  });
});

it("drafts of the earlier form are kept", async () => {
  const form = { values: { title: "Owl" }, base: { title: "" } };
  device.setItem("inkwright:form:scene:1", JSON.stringify(form));
  device.setItem("inkwright:scene-prompt:2", "A whale passes");
  device.setItem("inkwright:portrait-edit:3", '{"values":{"text":"A scarf"},"base":{"text":""}}');
  device.setItem("inkwright:panels:4", "5");
  device.setItem("inkwright:scene-cast:5", "{");
  device.setItem("inkwright:onboarding:6", '{"step":2}');
  device.setItem("inkwright:portrait-edit-job:7", '{"jobId":"8"}');
  device.setItem("inkwright:sounds", "on");
  const { hasDraft } = await reload();
  const ids = ["1", "2", "3", "4", "5", "6", "7"];
  expect(ids.filter(hasDraft)).toEqual(["1", "2", "3", "4", "6"]);
  const valueAt = (key: string) => JSON.parse(device.getItem(`inkwright:draft:${key}`) ?? "").value;
  expect(valueAt("form:scene:1")).toEqual(form);
  expect(valueAt("scene-prompt:2")).toBe("A whale passes");
  expect(valueAt("portrait-edit:3")).toBe("A scarf");
  expect(valueAt("panels:4")).toBe(5);
  expect(valueAt("onboarding:6")).toEqual({ step: 2 });
  const others = Object.keys(device).filter((key) => !key.startsWith("inkwright:draft:"));
  expect(others).toEqual(["inkwright:sounds"]);
});
