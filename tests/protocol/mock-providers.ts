import { startOpenAiStudio } from "./openai/studio-server";
import { startReplicateStudio } from "./replicate/studio-server";
import { bucket, keys, startS3Server } from "./storage/s3-server";

/**
 * All vendors at once, for browser tests: `npm run test:e2e -- --vendors` starts this beside the app.
 * Says in one line of JSON which variables make an app use them. Requests that the vendors' published
 * schemas do not allow are told at the end.
 */
export async function main(): Promise<void> {
  const openai = await startOpenAiStudio({ writerMs: 400 });
  const replicate = await startReplicateStudio();
  const store = await startS3Server();
  console.log(
    JSON.stringify({
      OPENAI_BASE_URL: openai.url,
      OPENAI_MODEL: "studio",
      PRICES: '{"openai/studio":{"input":0.4,"output":1.6}}',
      REPLICATE_BASE_URL: replicate.url,
      REPLICATE_API_TOKEN: "r8_test",
      S3_BUCKET: bucket,
      S3_ENDPOINT: store.url,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    }),
  );
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  const violations = new Set([...openai.violations, ...replicate.violations]);
  for (const violation of violations) console.log(`A vendor would refuse this: ${violation}`);
  console.log(
    `The vendors heard ${openai.calls.length} calls for texts, ${replicate.calls.length} for pictures and videos, ${store.calls.length} for objects; ${violations.size} of a form that is not published.`,
  );
  await Promise.all([openai.close(), replicate.close(), store.close()]);
}
