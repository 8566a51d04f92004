import "server-only";
import pino from "pino";
import { env } from "./env";
import { redactError } from "./redact";
import { traceId } from "./trace";

/** Structured logs on stdout, one JSON object per line, with secrets redacted. */
export const log = pino({
  level: env().LOG_LEVEL,
  base: null,
  mixin() {
    const requestId = traceId();
    return requestId ? { requestId } : {};
  },
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: (thrown) => redactError(pino.stdSerializers.err(thrown)) },
  formatters: { level: (label) => ({ level: label }) },
  redact: {
    paths: [
      "password",
      "*.password",
      "currentPassword",
      "newPassword",
      "*.currentPassword",
      "*.newPassword",
      "token",
      "*.token",
      "authorization",
      "*.authorization",
      "cookie",
      "*.cookie",
      "passwordHash",
      "*.passwordHash",
      "*.secret",
      "email",
      "*.email",
    ],
    censor: "[redacted]",
  },
});
