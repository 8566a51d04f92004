/**
 * Writing calls whose buttons tests/components/mutations/presses.test.tsx presses twice. Plain data,
 * because Playwright loads this as CommonJS.
 */
export const pressedCalls = [
  "DELETE /characters/*/outfits/*",
  "DELETE /characters/*/references/*",
  "DELETE /library/*",
  "DELETE /locations/*/references/*",
  "DELETE /readings/*",
  "POST /ai/check-picture",
  "POST /ai/generate-references",
  "POST /characters/*/merge",
  "POST /characters/*/outfits",
  "POST /characters/*/references",
  "POST /library",
  "POST /library/*/merge",
  "POST /locations/*/merge",
  "POST /locations/*/references",
  "POST /setup/trials",
  "POST /stories/*/cast",
  "PUT /characters/*/outfits/*",
  "PUT /library/*",
  "PUT /setup/workflows",
  "PUT /stories/*/cast",
];
