import type { ManifestEntry } from "@/lib/platform/http/openapi";

/**
 * Every route module with its path below /api, the source of the OpenAPI document and of the access
 * tests; a test compares it with the folders. Exceptions: the document itself, the catch-all 404,
 * and the routes that speak foreign protocols (Inngest, OAuth).
 */
const modules = {
  "/ai/check-picture": import("./ai/check-picture/route"),
  "/ai/extract-entities": import("./ai/extract-entities/route"),
  "/ai/generate-character-from-description": import(
    "./ai/generate-character-from-description/route"
  ),
  "/ai/generate-character-image": import("./ai/generate-character-image/route"),
  "/ai/generate-image": import("./ai/generate-image/route"),
  "/ai/generate-location-from-description": import("./ai/generate-location-from-description/route"),
  "/ai/generate-location-image": import("./ai/generate-location-image/route"),
  "/ai/generate-panel-image": import("./ai/generate-panel-image/route"),
  "/ai/generate-references": import("./ai/generate-references/route"),
  "/ai/generate-scene": import("./ai/generate-scene/route"),
  "/ai/generate-title": import("./ai/generate-title/route"),
  "/ai/generate-video": import("./ai/generate-video/route"),
  "/ai/image-status/{jobId}": import("./ai/image-status/[jobId]/route"),
  "/ai/improve-text": import("./ai/improve-text/route"),
  "/ai/regenerate-panel": import("./ai/regenerate-panel/route"),
  "/ai/scene-status/{sceneId}": import("./ai/scene-status/[sceneId]/route"),
  "/ai/scene-suggestions": import("./ai/scene-suggestions/route"),
  "/ai/video-status/{jobId}": import("./ai/video-status/[jobId]/route"),
  "/auth/account": import("./auth/account/route"),
  "/auth/app-passwords": import("./auth/app-passwords/route"),
  "/auth/app-passwords/{appPasswordId}": import("./auth/app-passwords/[appPasswordId]/route"),
  "/auth/confirm-email": import("./auth/confirm-email/route"),
  "/auth/connections": import("./auth/connections/route"),
  "/auth/connections/{provider}": import("./auth/connections/[provider]/route"),
  "/auth/export": import("./auth/export/route"),
  "/auth/forgot-password": import("./auth/forgot-password/route"),
  "/auth/login": import("./auth/login/route"),
  "/auth/login/passkey": import("./auth/login/passkey/route"),
  "/auth/login/passkey/options": import("./auth/login/passkey/options/route"),
  "/auth/logout": import("./auth/logout/route"),
  "/auth/me": import("./auth/me/route"),
  "/auth/passkeys": import("./auth/passkeys/route"),
  "/auth/passkeys/options": import("./auth/passkeys/options/route"),
  "/auth/passkeys/{passkeyId}": import("./auth/passkeys/[passkeyId]/route"),
  "/auth/password": import("./auth/password/route"),
  "/auth/profile": import("./auth/profile/route"),
  "/auth/providers": import("./auth/providers/route"),
  "/auth/register": import("./auth/register/route"),
  "/auth/reset-password": import("./auth/reset-password/route"),
  "/auth/reset-password/check": import("./auth/reset-password/check/route"),
  "/auth/send-verification": import("./auth/send-verification/route"),
  "/auth/sessions": import("./auth/sessions/route"),
  "/auth/sessions/{sessionId}": import("./auth/sessions/[sessionId]/route"),
  "/auth/two-step": import("./auth/two-step/route"),
  "/characters": import("./characters/route"),
  "/characters/{characterId}": import("./characters/[characterId]/route"),
  "/characters/{characterId}/merge": import("./characters/[characterId]/merge/route"),
  "/characters/{characterId}/outfits": import("./characters/[characterId]/outfits/route"),
  "/characters/{characterId}/outfits/{outfitId}": import(
    "./characters/[characterId]/outfits/[outfitId]/route"
  ),
  "/characters/{characterId}/references": import("./characters/[characterId]/references/route"),
  "/characters/{characterId}/references/{referenceId}": import(
    "./characters/[characterId]/references/[referenceId]/route"
  ),
  "/events": import("./events/route"),
  "/health": import("./health/route"),
  "/library": import("./library/route"),
  "/library/{entryId}": import("./library/[entryId]/route"),
  "/library/{entryId}/merge": import("./library/[entryId]/merge/route"),
  "/likes/scenes/{sceneId}": import("./likes/scenes/[sceneId]/route"),
  "/likes/stories/{storyId}": import("./likes/stories/[storyId]/route"),
  "/locations": import("./locations/route"),
  "/locations/{locationId}": import("./locations/[locationId]/route"),
  "/locations/{locationId}/merge": import("./locations/[locationId]/merge/route"),
  "/locations/{locationId}/references": import("./locations/[locationId]/references/route"),
  "/locations/{locationId}/references/{referenceId}": import(
    "./locations/[locationId]/references/[referenceId]/route"
  ),
  "/metrics": import("./metrics/route"),
  "/readings": import("./readings/route"),
  "/readings/{storyId}": import("./readings/[storyId]/route"),
  "/ready": import("./ready/route"),
  "/reports": import("./reports/route"),
  "/reports/decisions": import("./reports/decisions/route"),
  "/reports/decisions/{decisionId}/objection": import(
    "./reports/decisions/[decisionId]/objection/route"
  ),
  "/scenes/{sceneId}": import("./scenes/[sceneId]/route"),
  "/scenes/{sceneId}/duplicate": import("./scenes/[sceneId]/duplicate/route"),
  "/scenes/{sceneId}/panels": import("./scenes/[sceneId]/panels/route"),
  "/scenes/{sceneId}/panels/order": import("./scenes/[sceneId]/panels/order/route"),
  "/scenes/{sceneId}/panels/{panelNumber}": import("./scenes/[sceneId]/panels/[panelNumber]/route"),
  "/scenes/{sceneId}/panels/{panelNumber}/outfits": import(
    "./scenes/[sceneId]/panels/[panelNumber]/outfits/route"
  ),
  "/scenes/{sceneId}/panels/{panelNumber}/render": import(
    "./scenes/[sceneId]/panels/[panelNumber]/render/route"
  ),
  "/scenes/{sceneId}/panels/{panelNumber}/takes": import(
    "./scenes/[sceneId]/panels/[panelNumber]/takes/route"
  ),
  "/scenes/{sceneId}/panels/{panelNumber}/takes/{takeId}": import(
    "./scenes/[sceneId]/panels/[panelNumber]/takes/[takeId]/route"
  ),
  "/setup/check": import("./setup/check/route"),
  "/spending": import("./spending/route"),
  "/setup/trials": import("./setup/trials/route"),
  "/setup/workflows": import("./setup/workflows/route"),
  "/stories": import("./stories/route"),
  "/stories/import": import("./stories/import/route"),
  "/stories/import/ticket": import("./stories/import/ticket/route"),
  "/stories/random-images": import("./stories/random-images/route"),
  "/stories/tags": import("./stories/tags/route"),
  "/stories/{storyId}": import("./stories/[storyId]/route"),
  "/stories/{storyId}/art-style": import("./stories/[storyId]/art-style/route"),
  "/stories/{storyId}/books": import("./stories/[storyId]/books/route"),
  "/stories/{storyId}/books/{format}": import("./stories/[storyId]/books/[format]/route"),
  "/stories/{storyId}/cast": import("./stories/[storyId]/cast/route"),
  "/stories/{storyId}/characters": import("./stories/[storyId]/characters/route"),
  "/stories/{storyId}/costs": import("./stories/[storyId]/costs/route"),
  "/stories/{storyId}/export": import("./stories/[storyId]/export/route"),
  "/stories/{storyId}/jobs": import("./stories/[storyId]/jobs/route"),
  "/stories/{storyId}/live": import("./stories/[storyId]/live/route"),
  "/stories/{storyId}/locations": import("./stories/[storyId]/locations/route"),
  "/stories/{storyId}/progress": import("./stories/[storyId]/progress/route"),
  "/stories/{storyId}/remix": import("./stories/[storyId]/remix/route"),
  "/stories/{storyId}/remix-scene/{scene}": import("./stories/[storyId]/remix-scene/[scene]/route"),
  "/stories/{storyId}/scenes": import("./stories/[storyId]/scenes/route"),
  "/stories/{storyId}/scenes/order": import("./stories/[storyId]/scenes/order/route"),
  "/stories/{storyId}/stale-panels": import("./stories/[storyId]/stale-panels/route"),
  "/stories/{storyId}/views": import("./stories/[storyId]/views/route"),
  "/upload/image": import("./upload/image/route"),
  "/upload/ticket": import("./upload/ticket/route"),
  "/users/{username}": import("./users/[username]/route"),
  "/webhooks/replicate": import("./webhooks/replicate/route"),
};

export const manifest: readonly ManifestEntry[] = await Promise.all(
  Object.entries(modules).map(async ([path, endpoints]) => ({ path, endpoints: await endpoints })),
);
