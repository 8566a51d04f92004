import { ensureBuild } from "./launcher/build.ts";

/**
 * `npm run build`: only the production build, for images and hosts that start the app themselves.
 */
export async function main(): Promise<void> {
  await ensureBuild({});
}
