/**
 * The functions of the product behind a plain HTTP server, as a process that tests may kill. Every
 * call of a provider is appended to CALLS_LOG when it begins.
 */
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { serve } from "inngest/node";
import { functions } from "@/inngest";
import { overrideProviders } from "@/lib/ai";
import type { WriterRequest } from "@/lib/ai/writer";
import { createDemoWriter } from "@/lib/demo-studio/writer";
import { inngest } from "@/lib/platform/jobs/client";
import { startOutboxSweep } from "@/lib/platform/jobs/outbox-service";
import { startTelemetry } from "@/lib/platform/telemetry";
import { TestAnimator, TestPainter } from "../../integration/generation/test-providers";

const {
  APP_PORT,
  CALLS_LOG,
  MAX_REFERENCES = "0",
  PAINTER_MS = "0",
  WRITER_MS = "0",
} = process.env;
if (!APP_PORT || !CALLS_LOG) throw new Error("APP_PORT and CALLS_LOG are needed.");

const note = (line: string) => appendFileSync(CALLS_LOG, `${line}\n`);
const writer = createDemoWriter({ durationMs: Number(WRITER_MS) });
const providers = {
  writer: {
    ...writer,
    write: (request: WriterRequest) => {
      note("write");
      return writer.write(request);
    },
  },
  painter: new TestPainter(async ({ attemptId }) => {
    note(`paint ${attemptId}`);
    await pause(Number(PAINTER_MS));
    return {};
  }, Number(MAX_REFERENCES)),
  animator: new TestAnimator(async ({ attemptId }) => {
    note(`animate ${attemptId}`);
    await pause(Number(PAINTER_MS));
    return {};
  }),
};
// Where real ones are set up, they write and paint.
const { OPENAI_API_KEY, OPENAI_IMAGE_MODEL, REPLICATE_API_TOKEN } = process.env;
const { writer: quickWriter, ...quickPainters } = providers;
overrideProviders({
  ...(OPENAI_API_KEY ? {} : { writer: quickWriter }),
  ...(REPLICATE_API_TOKEN || OPENAI_IMAGE_MODEL ? {} : quickPainters),
});

startOutboxSweep();
const handler = serve({ client: inngest, functions, enableUnauthedSync: false });
const server = createServer((request, response) => {
  void handler(request, response);
});
void startTelemetry().then(() =>
  server.listen(Number(APP_PORT), "127.0.0.1", () => process.stdout.write("listening\n")),
);
