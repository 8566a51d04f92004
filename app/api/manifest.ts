import type { ManifestEntry } from "@/lib/platform/http/openapi";
import * as aiExtractEntities from "./ai/extract-entities/route";
import * as aiGenerateCharacterFromDescription from "./ai/generate-character-from-description/route";
import * as aiGenerateCharacterImage from "./ai/generate-character-image/route";
import * as aiGenerateImage from "./ai/generate-image/route";
import * as aiGenerateLocationFromDescription from "./ai/generate-location-from-description/route";
import * as aiGenerateLocationImage from "./ai/generate-location-image/route";
import * as aiGeneratePanelImage from "./ai/generate-panel-image/route";
import * as aiGenerateScene from "./ai/generate-scene/route";
import * as aiGenerateTitle from "./ai/generate-title/route";
import * as aiGenerateVideo from "./ai/generate-video/route";
import * as aiImageStatusJobId from "./ai/image-status/[jobId]/route";
import * as aiImproveText from "./ai/improve-text/route";
import * as aiRegeneratePanel from "./ai/regenerate-panel/route";
import * as aiSceneStatusSceneId from "./ai/scene-status/[sceneId]/route";
import * as aiSceneSuggestions from "./ai/scene-suggestions/route";
import * as aiVideoStatusJobId from "./ai/video-status/[jobId]/route";
import * as authAccount from "./auth/account/route";
import * as authConnectionsProvider from "./auth/connections/[provider]/route";
import * as authConnections from "./auth/connections/route";
import * as authExport from "./auth/export/route";
import * as authLogin from "./auth/login/route";
import * as authLogout from "./auth/logout/route";
import * as authMe from "./auth/me/route";
import * as authPassword from "./auth/password/route";
import * as authProfile from "./auth/profile/route";
import * as authProviders from "./auth/providers/route";
import * as authRegister from "./auth/register/route";
import * as charactersCharacterId from "./characters/[characterId]/route";
import * as characters from "./characters/route";
import * as events from "./events/route";
import * as health from "./health/route";
import * as likesScenesSceneId from "./likes/scenes/[sceneId]/route";
import * as likesStoriesStoryId from "./likes/stories/[storyId]/route";
import * as locationsLocationId from "./locations/[locationId]/route";
import * as locations from "./locations/route";
import * as ready from "./ready/route";
import * as scenesSceneIdPanelsPanelNumberRender from "./scenes/[sceneId]/panels/[panelNumber]/render/route";
import * as scenesSceneIdPanelsPanelNumber from "./scenes/[sceneId]/panels/[panelNumber]/route";
import * as scenesSceneIdPanelsPanelNumberTakesTakeId from "./scenes/[sceneId]/panels/[panelNumber]/takes/[takeId]/route";
import * as scenesSceneIdPanelsPanelNumberTakes from "./scenes/[sceneId]/panels/[panelNumber]/takes/route";
import * as scenesSceneId from "./scenes/[sceneId]/route";
import * as setupCheck from "./setup/check/route";
import * as spending from "./spending/route";
import * as storiesStoryIdArtStyle from "./stories/[storyId]/art-style/route";
import * as storiesStoryIdCharacters from "./stories/[storyId]/characters/route";
import * as storiesStoryIdCosts from "./stories/[storyId]/costs/route";
import * as storiesStoryIdExport from "./stories/[storyId]/export/route";
import * as storiesStoryIdLive from "./stories/[storyId]/live/route";
import * as storiesStoryIdLocations from "./stories/[storyId]/locations/route";
import * as storiesStoryIdRemix from "./stories/[storyId]/remix/route";
import * as storiesStoryIdRemixSceneScene from "./stories/[storyId]/remix-scene/[scene]/route";
import * as storiesStoryId from "./stories/[storyId]/route";
import * as storiesStoryIdScenes from "./stories/[storyId]/scenes/route";
import * as storiesStoryIdViews from "./stories/[storyId]/views/route";
import * as storiesRandomImages from "./stories/random-images/route";
import * as stories from "./stories/route";
import * as storiesTags from "./stories/tags/route";
import * as uploadImage from "./upload/image/route";
import * as uploadTicket from "./upload/ticket/route";
import * as usersUsername from "./users/[username]/route";
import * as webhooksReplicate from "./webhooks/replicate/route";

/**
 * Every route module with its path below /api. The OpenAPI document and the tests of who may call
 * what are made of it; a test compares it with the folders. Left out: the document itself, the
 * answer to unknown addresses, and the two that speak protocols of others (Inngest, OAuth).
 */
export const manifest: readonly ManifestEntry[] = [
  { path: "/ai/extract-entities", endpoints: aiExtractEntities },
  {
    path: "/ai/generate-character-from-description",
    endpoints: aiGenerateCharacterFromDescription,
  },
  { path: "/ai/generate-character-image", endpoints: aiGenerateCharacterImage },
  { path: "/ai/generate-image", endpoints: aiGenerateImage },
  { path: "/ai/generate-location-from-description", endpoints: aiGenerateLocationFromDescription },
  { path: "/ai/generate-location-image", endpoints: aiGenerateLocationImage },
  { path: "/ai/generate-panel-image", endpoints: aiGeneratePanelImage },
  { path: "/ai/generate-scene", endpoints: aiGenerateScene },
  { path: "/ai/generate-title", endpoints: aiGenerateTitle },
  { path: "/ai/generate-video", endpoints: aiGenerateVideo },
  { path: "/ai/image-status/{jobId}", endpoints: aiImageStatusJobId },
  { path: "/ai/improve-text", endpoints: aiImproveText },
  { path: "/ai/regenerate-panel", endpoints: aiRegeneratePanel },
  { path: "/ai/scene-status/{sceneId}", endpoints: aiSceneStatusSceneId },
  { path: "/ai/scene-suggestions", endpoints: aiSceneSuggestions },
  { path: "/ai/video-status/{jobId}", endpoints: aiVideoStatusJobId },
  { path: "/auth/account", endpoints: authAccount },
  { path: "/auth/connections", endpoints: authConnections },
  { path: "/auth/connections/{provider}", endpoints: authConnectionsProvider },
  { path: "/auth/export", endpoints: authExport },
  { path: "/auth/login", endpoints: authLogin },
  { path: "/auth/logout", endpoints: authLogout },
  { path: "/auth/me", endpoints: authMe },
  { path: "/auth/password", endpoints: authPassword },
  { path: "/auth/profile", endpoints: authProfile },
  { path: "/auth/providers", endpoints: authProviders },
  { path: "/auth/register", endpoints: authRegister },
  { path: "/characters", endpoints: characters },
  { path: "/characters/{characterId}", endpoints: charactersCharacterId },
  { path: "/events", endpoints: events },
  { path: "/health", endpoints: health },
  { path: "/likes/scenes/{sceneId}", endpoints: likesScenesSceneId },
  { path: "/likes/stories/{storyId}", endpoints: likesStoriesStoryId },
  { path: "/locations", endpoints: locations },
  { path: "/locations/{locationId}", endpoints: locationsLocationId },
  { path: "/ready", endpoints: ready },
  { path: "/scenes/{sceneId}", endpoints: scenesSceneId },
  { path: "/scenes/{sceneId}/panels/{panelNumber}", endpoints: scenesSceneIdPanelsPanelNumber },
  {
    path: "/scenes/{sceneId}/panels/{panelNumber}/render",
    endpoints: scenesSceneIdPanelsPanelNumberRender,
  },
  {
    path: "/scenes/{sceneId}/panels/{panelNumber}/takes",
    endpoints: scenesSceneIdPanelsPanelNumberTakes,
  },
  {
    path: "/scenes/{sceneId}/panels/{panelNumber}/takes/{takeId}",
    endpoints: scenesSceneIdPanelsPanelNumberTakesTakeId,
  },
  { path: "/setup/check", endpoints: setupCheck },
  { path: "/spending", endpoints: spending },
  { path: "/stories", endpoints: stories },
  { path: "/stories/random-images", endpoints: storiesRandomImages },
  { path: "/stories/tags", endpoints: storiesTags },
  { path: "/stories/{storyId}", endpoints: storiesStoryId },
  { path: "/stories/{storyId}/art-style", endpoints: storiesStoryIdArtStyle },
  { path: "/stories/{storyId}/characters", endpoints: storiesStoryIdCharacters },
  { path: "/stories/{storyId}/costs", endpoints: storiesStoryIdCosts },
  { path: "/stories/{storyId}/export", endpoints: storiesStoryIdExport },
  { path: "/stories/{storyId}/live", endpoints: storiesStoryIdLive },
  { path: "/stories/{storyId}/locations", endpoints: storiesStoryIdLocations },
  { path: "/stories/{storyId}/remix", endpoints: storiesStoryIdRemix },
  { path: "/stories/{storyId}/remix-scene/{scene}", endpoints: storiesStoryIdRemixSceneScene },
  { path: "/stories/{storyId}/scenes", endpoints: storiesStoryIdScenes },
  { path: "/stories/{storyId}/views", endpoints: storiesStoryIdViews },
  { path: "/upload/image", endpoints: uploadImage },
  { path: "/upload/ticket", endpoints: uploadTicket },
  { path: "/users/{username}", endpoints: usersUsername },
  { path: "/webhooks/replicate", endpoints: webhooksReplicate },
];
