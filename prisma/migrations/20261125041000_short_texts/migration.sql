-- Four characters of Han or Kana say as much as ten of an alphabet (lib/platform/said-length.ts).
ALTER TABLE "character"
  DROP CONSTRAINT character_description,
  DROP CONSTRAINT character_image_prompt,
  ADD CONSTRAINT character_description CHECK (length(description) >= 4),
  ADD CONSTRAINT character_image_prompt CHECK (length(image_prompt) >= 4);
ALTER TABLE "location"
  DROP CONSTRAINT location_description,
  DROP CONSTRAINT location_image_prompt,
  ADD CONSTRAINT location_description CHECK (length(description) >= 4),
  ADD CONSTRAINT location_image_prompt CHECK (length(image_prompt) >= 4);
