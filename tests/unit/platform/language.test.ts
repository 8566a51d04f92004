import { expect, it } from "vitest";
import { languageOf } from "@/lib/platform/text/language";

it.each([
  ["The keeper waits.", "en"],
  ["", "en"],
  ["12, 13 …", "en"],
  ["灯台の鐘が鳴る", "ja"],
  ["燈塔的鐘響了", "zh"],
  ["등대의 종이 울린다", "ko"],
  ["המגדלור", "he"],
  ["Ο φάρος", "el"],
  ["Маяк і дзвін", "und-Cyrl"],
  ["برج و زنگ", "und-Arab"],
  ["दीपगृह की घंटी", "und-Deva"],
  ["கலங்கரை விளக்கம்", "und"],
  ["The keeper of the 灯台 waits for the morning tide.", "en"],
])("the language of %j is %s", (text, language) => {
  expect(languageOf(text)).toBe(language);
});
