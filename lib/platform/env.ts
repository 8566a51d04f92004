import { z } from "zod";

/**
 * Every variable that the product reads, with its validation. None is required: the launcher starts
 * its own engines and sets what they need. A test keeps `.env.example` in sync. Empty counts as
 * unset.
 */
const text = (expected: string) => z.string({ error: expected }).min(1, expected);
const url = (protocols: RegExp, expected: string) =>
  z.url({ protocol: protocols, error: expected }).optional();
/** A URL without a path, because the app would ignore the path. */
const origin = (expected: string) =>
  url(/^https?$/, expected).refine(
    (value) => !/^https?:\/\/./.test(value ?? "") || /^https?:\/\/[^/?#@]+\/?$/.test(value ?? ""),
    `${expected}, without a path`,
  );
const integer = (min: number, max: number) => {
  const expected = `a whole number from ${min} to ${max}`;
  return z.coerce.number({ error: expected }).int(expected).min(min, expected).max(max, expected);
};
const choice = z
  .enum(["true", "false", "1", "0"], { error: "true or false" })
  .transform((value) => value === "true" || value === "1");
const flag = (fallback: boolean) => choice.default(fallback);

/** A key or certificate; env files write its line breaks as \n. */
const pem = (kind: string, expected: string) =>
  z
    .string({ error: expected })
    .transform((value) => value.replaceAll("\\n", "\n"))
    .refine((value) => value.includes(`${kind}-----`), expected)
    .optional();

const budgetExpected = "US dollars, such as 5 or 2.50";
const budget = z.coerce
  .number({ error: budgetExpected })
  .min(0, budgetExpected)
  .max(1_000_000, budgetExpected)
  .optional();
const dollars = z.number().min(0).max(10_000).optional();
const pricesExpected =
  'JSON such as {"openai/my-model":{"input":0.4,"cachedInput":0.1,"output":1.6},"replicate/owner/model":{"image":0.03}}: dollars for a million tokens, a picture ("image") or a second of video ("second")';
const json = (expected: string) =>
  z.string().transform((value, context) => {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: expected });
      return z.NEVER;
    }
  });
const prices = json(pricesExpected).pipe(
  z.record(
    z.string().regex(/^(openai|replicate)\/./),
    z.strictObject({
      input: dollars,
      cachedInput: dollars,
      output: dollars,
      image: dollars,
      second: dollars,
    }),
    { error: pricesExpected },
  ),
);

const optionsExpected =
  'JSON such as {"steps":28,"sampler_name":"DPM++ 2M"}: fields of txt2img and img2img';
const sdApiOptions = json(optionsExpected)
  .pipe(z.record(z.string().max(100), z.unknown(), { error: optionsExpected }))
  .default({});

/** The engines of pictures, in the order in which the first one with its settings is chosen. */
export const painterNames = ["comfyui", "sdapi", "replicate", "openai", "demo"] as const;

export const envSchema = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  PORT: integer(1, 65535).default(3000),
  HOST: text("an address of this machine, such as 0.0.0.0").default("127.0.0.1"),
  APP_URL: origin("the public address, such as https://comics.example"),
  DATA_DIR: text("a folder").default(".data"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"], {
      error: "trace, debug, info, warn, error or silent",
    })
    .default("info"),
  METRICS_TOKEN: z.string().min(16, "at least 16 random characters").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    /^https?$/,
    "where an OpenTelemetry collector listens, such as http://localhost:4318",
  ),
  TRUSTED_PROXY_HOPS: integer(0, 10).default(0),
  COMPRESS: flag(true),
  SERVERLESS: choice.optional(),
  BUILD_STANDALONE: flag(false),

  DATABASE_URL: url(
    /^postgres(ql)?$/,
    "a PostgreSQL address, such as postgresql://user:pass@host/db",
  ),
  DIRECT_DATABASE_URL: url(
    /^postgres(ql)?$/,
    "a PostgreSQL address without a pooler, for migrations",
  ),
  DATABASE_POOL_SIZE: integer(1, 200).default(15),
  SEED_DEMO: flag(true),
  MIGRATE_PREVIEWS: flag(false),

  NEXTAUTH_SECRET: z.string().min(32, "at least 32 random characters").optional(),
  ADMIN_EMAIL: z.email("an e-mail address").optional(),
  SECURITY_CONTACT: url(/^(mailto|https)$/, "mailto:security@comics.example or an https address"),
  INVITE_CODE: text("a code").optional(),
  PUBLIC_BROWSING: flag(true),
  GOOGLE_CLIENT_ID: text("the client id of a Google OAuth app").optional(),
  GOOGLE_CLIENT_SECRET: text("the client secret of a Google OAuth app").optional(),
  GITHUB_CLIENT_ID: text("the client id of a GitHub OAuth app").optional(),
  GITHUB_CLIENT_SECRET: text("the client secret of a GitHub OAuth app").optional(),

  SMTP_URL: url(
    /^smtps?$/,
    "the address of a mail server, such as smtps://user:pass@mail.example:465",
  ),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      "a sender, such as Inkwright <mail@comics.example>",
    )
    .optional(),

  INNGEST_EVENT_KEY: text("an event key of Inngest").optional(),
  INNGEST_SIGNING_KEY: text("a signing key of Inngest").optional(),
  INNGEST_BASE_URL: url(/^https?$/, "the address of a self-hosted Inngest server"),
  INNGEST_SIGNING_KEY_FALLBACK: text(
    "the signing key of Inngest that is being replaced",
  ).optional(),
  INNGEST_SERVE_ORIGIN: origin("the address under which the engine reaches the app"),
  INNGEST_DEV: text("1, or the address of Inngest's dev server").optional(),

  S3_BUCKET: text("the name of a bucket").optional(),
  S3_REGION: text("a region, such as eu-central-1").default("us-east-1"),
  S3_ENDPOINT: url(/^https?$/, "the address of a store that speaks S3"),
  S3_ACCESS_KEY_ID: text("an access key of the store").optional(),
  S3_SECRET_ACCESS_KEY: text("the secret of that access key").optional(),
  S3_FORCE_PATH_STYLE: choice.optional(),
  S3_PUBLIC_BASE_URL: url(
    /^https?$/,
    "the public address of the bucket, such as https://media.comics.example",
  ),
  UPLOAD_BODY_LIMIT: integer(100_000, 100_000_000).default(4_500_000),

  C2PA_CERTIFICATE: pem(
    "CERTIFICATE",
    "certificates as PEM, the key's own first, with \\n where a line ends",
  ),
  C2PA_PRIVATE_KEY: pem("PRIVATE KEY", "a private key as PEM, with \\n where a line ends"),

  OPENAI_API_KEY: text("a key of OpenAI, or of a server that speaks its protocol").optional(),
  OPENAI_BASE_URL: url(
    /^https?$/,
    "the address of a server with chat completions, such as http://localhost:11434/v1",
  ),
  OPENAI_MODEL: text("the name of a text model").optional(),
  OPENAI_IMAGE_MODEL: text("the name of an image model").optional(),
  OPENAI_VISION_MODEL: text("the name of a model that looks at pictures").optional(),
  OPENAI_FIRST_TOKEN_SECONDS: integer(5, 280).default(240),
  OPENAI_SILENCE_SECONDS: integer(5, 280).default(60),
  OPENAI_ANSWER_SECONDS: integer(30, 840).default(840),
  OPENAI_MAX_TOKENS: integer(256, 1_000_000).optional(),
  OPENAI_MODERATION: z.enum(["auto", "on", "off"], { error: "auto, on or off" }).default("auto"),

  REPLICATE_API_TOKEN: text("an API token of Replicate").optional(),
  REPLICATE_BASE_URL: url(/^https?$/, "an address that speaks Replicate's HTTP API"),
  REPLICATE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/, "the signing secret, which begins with whsec_")
    .optional(),
  REPLICATE_VIDEO_MODEL: z
    .enum(["seedance-1-lite", "wan-2.2-i2v-fast"], {
      error: "seedance-1-lite or wan-2.2-i2v-fast",
    })
    .default("seedance-1-lite"),

  COMFYUI_URL: url(/^https?$/, "the address of a ComfyUI server, such as http://localhost:8188"),
  COMFYUI_WORKFLOWS: text("a folder with workflows in ComfyUI's API format").optional(),
  SDAPI_URL: url(
    /^https?$/,
    "the address of a server with the API of Stable Diffusion web UI, such as http://localhost:7860",
  ),
  SDAPI_OPTIONS: sdApiOptions,
  OWN_PAINTER_SECONDS: integer(30, 7_200).default(1_800),
  PAINTER: z
    .enum(painterNames, { error: painterNames.join(", ").replace(/, (?=\w+$)/, " or ") })
    .optional(),

  SCENES_PER_HOUR: integer(1, 10_000).default(20),
  WRITER_CALLS_PER_MINUTE: integer(1, 100_000).default(500),
  PAINTER_CALLS_PER_MINUTE: integer(4, 100_000).default(600),
  WRITER_CALLS_AT_ONCE: integer(1, 1_000).default(40),
  PAINTER_CALLS_AT_ONCE: integer(1, 1_000).default(40),
  DAILY_BUDGET: budget,
  DAILY_BUDGET_PER_AUTHOR: budget,
  PRICES: prices.default({}),
  DEMO_WRITER_MS: integer(0, 60_000).default(400),
  DEMO_PAINTER_MS: integer(0, 60_000).default(0),
});

export type Env = z.output<typeof envSchema>;

/** Variables that must be set together. */
const pairs = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["SMTP_URL", "MAIL_FROM"],
  ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"],
  ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
  ["C2PA_CERTIFICATE", "C2PA_PRIVATE_KEY"],
] as const;

/** What the engine of PAINTER needs. */
const painterSettings = {
  comfyui: "COMFYUI_URL",
  sdapi: "SDAPI_URL",
  replicate: "REPLICATE_API_TOKEN",
  openai: "OPENAI_IMAGE_MODEL",
};

/** The invalid variables, one line each: name and expectation. */
export class EnvError extends Error {
  constructor(readonly problems: string[]) {
    super(
      `These environment variables need attention:\n${problems.map((p) => `  ${p}`).join("\n")}`,
    );
    this.name = "EnvError";
  }
}

/** @throws EnvError that names every invalid variable, but no values, which may be secret */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.keys(envSchema.shape).map((name) => [name, source[name] || undefined]),
  );
  const problems: string[] = [];
  const parsed = envSchema.safeParse(given);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      problems.push(`${issue.path.join(".")}: expected ${issue.message}`);
    }
  }
  for (const [a, b] of pairs) {
    if (Boolean(given[a]) !== Boolean(given[b])) {
      problems.push(`${given[a] ? b : a}: expected to be set, because ${given[a] ? a : b} is`);
    }
  }
  for (const name of ["S3_ENDPOINT", "S3_PUBLIC_BASE_URL"]) {
    if (given[name] && !given.S3_BUCKET) {
      problems.push(`S3_BUCKET: expected to be set, because ${name} is`);
    }
  }
  for (const name of ["OPENAI_MODEL", "OPENAI_IMAGE_MODEL", "OPENAI_VISION_MODEL"] as const) {
    if (given[name] && !given.OPENAI_API_KEY && !given.OPENAI_BASE_URL) {
      problems.push(`OPENAI_API_KEY or OPENAI_BASE_URL: expected to be set, because ${name} is`);
    }
  }
  if (given.OPENAI_BASE_URL && !given.OPENAI_MODEL) {
    problems.push("OPENAI_MODEL: expected to be set, because OPENAI_BASE_URL is");
  }
  for (const name of ["REPLICATE_BASE_URL", "REPLICATE_WEBHOOK_SECRET"] as const) {
    if (given[name] && !given.REPLICATE_API_TOKEN) {
      problems.push(`REPLICATE_API_TOKEN: expected to be set, because ${name} is`);
    }
  }
  for (const [name, needed] of Object.entries(painterSettings)) {
    if (given.PAINTER === name && !given[needed]) {
      problems.push(`${needed}: expected to be set, because PAINTER is ${name}`);
    }
  }
  if (given.NODE_ENV === "production" && given.INNGEST_DEV) {
    problems.push("INNGEST_DEV: expected to be unset in production, where calls must be signed");
  }
  if (problems.length > 0 || !parsed.success) throw new EnvError(problems);
  return parsed.data;
}

let current: Env | undefined;

/** The validated environment, read once. */
export function env(): Env {
  current ??= parseEnv(process.env);
  return current;
}
