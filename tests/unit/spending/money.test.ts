import { describe, expect, it } from "vitest";
import {
  extractionErrorText,
  mediaErrorText,
  panelErrorText,
  portraitErrorText,
  sceneErrorText,
  sceneRegenerationErrorText,
} from "@/lib/generation/error-texts";
import { ApiError } from "@/lib/platform/http/api-error";
import {
  addAmounts,
  formatEstimate,
  formatMoney,
  formatSpent,
  multiplyAmount,
} from "@/lib/spending/money";

describe("formatted amounts", () => {
  it.each([
    [0, "$0.00"],
    [9_999, "less than $0.01"],
    [305_000, "$0.31"],
    [1_234_560_000, "$1,234.56"],
  ])("%i millionths are %s", (micros, text) => expect(formatMoney(micros)).toBe(text));

  it("of estimates name unknown parts, and are empty where nothing is paid", () => {
    expect(formatEstimate({ micros: 310_000, isUnknown: false })).toBe("About $0.31");
    expect(formatEstimate({ micros: 10, isUnknown: false })).toBe("Less than $0.01");
    expect(formatEstimate({ micros: 310_000, isUnknown: true })).toBe("At least $0.31");
    expect(formatEstimate({ micros: 0, isUnknown: true })).toBe("Price unknown");
    expect(formatEstimate({ micros: 0, isUnknown: false })).toBeNull();
  });

  it("of engines of one's own are times, beside what is paid", () => {
    const picture = { micros: 0, isUnknown: false, seconds: 40 };
    expect(formatEstimate(picture)).toBe("About 40 s");
    expect(formatEstimate(multiplyAmount(6, picture))).toBe("About 4 min");
    const text = { micros: 20_000, isUnknown: false };
    expect(formatEstimate(addAmounts(text, multiplyAmount(200, picture)))).toBe(
      "About $0.02 and 2 h",
    );
    expect(formatSpent({ micros: 0, calls: 9, unpricedCalls: 0, seconds: 800 })).toBe(
      "13 min of engine time",
    );
    expect(formatSpent({ micros: 20_000, calls: 9, unpricedCalls: 1, seconds: 9 })).toBe(
      "$0.02 and 9 s of engine time and 1 call of unknown price",
    );
  });

  it("of spending never treat an unknown price as zero", () => {
    expect(formatSpent({ micros: 1_240_000, calls: 9, unpricedCalls: 0, seconds: 0 })).toBe(
      "$1.24",
    );
    expect(formatSpent({ micros: 0, calls: 1, unpricedCalls: 1, seconds: 0 })).toBe(
      "1 call of unknown price",
    );
    expect(formatSpent({ micros: 20_000, calls: 9, unpricedCalls: 3, seconds: 0 })).toBe(
      "$0.02 and 3 calls of unknown price",
    );
  });
});

it("an exhausted budget has the same message everywhere", () => {
  const sentence = "Your budget for AI is used up for today. You can go on at midnight UTC.";
  const error = new ApiError(sentence, 402, "budget_exceeded", [], { message: sentence });
  expect([
    sceneErrorText(error),
    sceneRegenerationErrorText(error),
    panelErrorText(error),
    mediaErrorText("edit", error, { hasStarted: false }).text,
    mediaErrorText("animate", error, { hasStarted: false }).text,
    mediaErrorText("regenerate", error, { hasStarted: false }).text,
    portraitErrorText("character", error).text,
    portraitErrorText("location", error).text,
    extractionErrorText(error).text,
  ]).toEqual(Array(9).fill(sentence));
});
