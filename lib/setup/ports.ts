import "server-only";
import { aiEngines, animator, vision as eyes, painter, writer, writerLimits } from "@/lib/ai";
import { configuredProviders } from "@/lib/platform/auth/next-auth-options";
import { env } from "@/lib/platform/env";
import { mailer } from "@/lib/platform/mail";
import { siteOrigin } from "@/lib/platform/site";
import { platformEngines } from "@/lib/platform/status/engine-status";
import { storage } from "@/lib/platform/storage";
import { checksPort } from "@/lib/vision/trial-service";
import type { Missing } from "./schema";

/** A port as the environment configures it. Names variables, but never shows their values. */
interface ConfiguredPort {
  port: string;
  title: string;
  purpose: string;
  engine: string;
  /** Identifies the engine in its status; another key starts a new status. */
  key: string;
  /** The demo studio serves this port. */
  isDemo?: boolean;
  /** No engine serves this optional port. */
  isOff?: boolean;
  /** The limits in force, with the settings that change them. */
  limits?: string[];
  missing: Missing[];
}

const local = /^(localhost|127\.|\[?::1)/;
/** The host of a URL, without credentials. */
const hostLabelOf = (url: string) => {
  const { hostname } = new URL(url);
  return local.test(hostname) ? "on this machine" : `at ${hostname}`;
};
const missingIf = (isWanted: boolean, variables: string[], how: string): Missing[] =>
  isWanted ? [{ variables, how }] : [];

function database(): ConfiguredPort {
  const { DATABASE_URL } = env();
  const isLocal = !DATABASE_URL || local.test(new URL(DATABASE_URL).hostname);
  return {
    port: "database",
    key: platformEngines.database(),
    title: "Database",
    purpose: "Stories, accounts, and work in progress.",
    engine: `PostgreSQL ${DATABASE_URL ? hostLabelOf(DATABASE_URL) : "on this machine"}`,
    missing: missingIf(
      isLocal,
      ["DATABASE_URL"],
      "The address of a PostgreSQL 15 or newer, such as Neon's pooled one, where more than this machine should serve. With a pooler also DIRECT_DATABASE_URL, for migrations.",
    ),
  };
}

function jobs(): ConfiguredPort {
  const { INNGEST_BASE_URL, INNGEST_DEV, INNGEST_EVENT_KEY } = env();
  const isEmbedded =
    INNGEST_BASE_URL !== undefined && hostLabelOf(INNGEST_BASE_URL) === "on this machine";
  const engine = () => {
    if (INNGEST_DEV) return "Inngest's dev server";
    if (INNGEST_BASE_URL) return `Inngest server ${hostLabelOf(INNGEST_BASE_URL)}`;
    return INNGEST_EVENT_KEY ? "Inngest Cloud" : "None";
  };
  return {
    port: "jobs",
    key: platformEngines.jobs(),
    title: "Durable functions",
    purpose: "Runs the steps of every generation and repeats those that fail.",
    engine: engine(),
    missing: missingIf(
      isEmbedded || !INNGEST_EVENT_KEY,
      ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"],
      "Both are in Inngest's dashboard, under Manage, where this app should run on Inngest Cloud. For a server of your own also INNGEST_BASE_URL.",
    ),
  };
}

function objects(): ConfiguredPort {
  const { S3_BUCKET } = env();
  return {
    port: "storage",
    key: platformEngines.storage(),
    title: "Pictures and videos",
    purpose: "Keeps every picture and video.",
    engine: storage().name,
    missing: missingIf(
      !S3_BUCKET,
      ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
      "The name and keys of a bucket, where the files should outlive this machine. S3_ENDPOINT where it is not Amazon's.",
    ),
  };
}

function answerLimits(): string[] {
  const { firstChunk, idle, total } = writerLimits();
  const { OPENAI_MAX_TOKENS: tokens } = env();
  return [
    tokens
      ? `${tokens.toLocaleString("en")} tokens an answer (OPENAI_MAX_TOKENS)`
      : "As many tokens an answer as the server allows (OPENAI_MAX_TOKENS is not set)",
    `${firstChunk / 1_000} s until the first token (OPENAI_FIRST_TOKEN_SECONDS)`,
    `${idle / 1_000} s between two tokens (OPENAI_SILENCE_SECONDS)`,
    `${total / 1_000} s for an answer (OPENAI_ANSWER_SECONDS)`,
  ];
}

function text(): ConfiguredPort {
  const { demo, name } = writer();
  return {
    port: "text",
    key: aiEngines.text(),
    title: "Text",
    purpose: "Writes scenes, ideas and titles.",
    engine: demo ? name : `${env().OPENAI_BASE_URL ? "Own server" : "OpenAI"}, ${name}`,
    isDemo: demo,
    limits: demo ? [] : answerLimits(),
    missing: missingIf(
      demo,
      ["OPENAI_API_KEY"],
      "A key from platform.openai.com. For another server with chat completions: OPENAI_BASE_URL and OPENAI_MODEL.",
    ),
  };
}

function pictures(): ConfiguredPort {
  const { demo, name } = painter();
  const { REPLICATE_API_TOKEN, REPLICATE_WEBHOOK_SECRET } = env();
  return {
    port: "pictures",
    key: aiEngines.pictures(),
    title: "Images",
    purpose: "Draws panels and portraits.",
    engine: name,
    isDemo: demo,
    missing: [
      ...missingIf(
        demo,
        ["REPLICATE_API_TOKEN"],
        "A token from replicate.com, under API tokens. Or COMFYUI_URL or SDAPI_URL, where an engine of your own should draw, or OPENAI_IMAGE_MODEL for the server of the texts.",
      ),
      ...missingIf(
        Boolean(REPLICATE_API_TOKEN) && !REPLICATE_WEBHOOK_SECRET,
        ["REPLICATE_WEBHOOK_SECRET"],
        "The signing secret of webhooks from replicate.com, so that finished pictures are reported at once. Without it the site polls every few seconds.",
      ),
    ],
  };
}

function videos(): ConfiguredPort {
  const { demo, name } = animator();
  return {
    port: "videos",
    key: aiEngines.videos(),
    title: "Videos",
    purpose: "Animates panels.",
    engine: demo ? name : `${name}, ${env().REPLICATE_VIDEO_MODEL}`,
    isDemo: demo,
    missing: missingIf(
      demo,
      ["REPLICATE_API_TOKEN"],
      "A token from replicate.com, under API tokens.",
    ),
  };
}

function vision(): ConfiguredPort {
  const { OPENAI_API_KEY, OPENAI_BASE_URL } = env();
  const hasServer = Boolean(OPENAI_API_KEY || OPENAI_BASE_URL);
  const model = eyes();
  const state = { isOff: !model, isDemo: model?.demo ?? false };
  return {
    port: "vision",
    key: aiEngines.vision(),
    title: "Face detection",
    purpose: "Finds the faces in a panel, so that bubbles do not cover them.",
    engine: model?.name ?? "None",
    ...state,
    missing: missingIf(
      state.isOff || state.isDemo,
      hasServer ? ["OPENAI_VISION_MODEL"] : ["OPENAI_API_KEY", "OPENAI_VISION_MODEL"],
      "A model that takes pictures, such as gpt-4.1-mini. Without it bubbles are placed by rule, which works well where the image model reports where heads are.",
    ),
  };
}

/** Has its own state: a model that fails its trial may still find faces. */
function checks(): ConfiguredPort {
  const model = eyes();
  return {
    port: checksPort,
    key: aiEngines.vision(),
    title: "Picture checks",
    purpose:
      "Look whether a panel shows what its script wants, where a story asks for it. The model is tried with pictures whose content is known, when the server starts and by the button below.",
    engine: model?.name ?? "None",
    isOff: !model,
    isDemo: model?.demo ?? false,
    missing: [],
  };
}

function signIn(): ConfiguredPort {
  const names = configuredProviders().map(({ name }) => name);
  const lacks = (name: string) => !names.includes(name);
  return {
    port: "sign-in",
    key: "sign-in",
    title: "Sign-in",
    purpose: "How people sign in.",
    engine: ["Password", ...names].join(", "),
    missing: [
      ...missingIf(
        lacks("Google"),
        ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
        `Of an OAuth client in Google's cloud console, with ${siteOrigin()}/api/auth/callback/google as its redirect address.`,
      ),
      ...missingIf(
        lacks("GitHub"),
        ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
        `Of an OAuth app in GitHub's developer settings, with ${siteOrigin()}/api/auth/callback/github as its callback address.`,
      ),
    ],
  };
}

function mail(): ConfiguredPort {
  const { name, delivers } = mailer();
  return {
    port: "mail",
    key: name,
    title: "Mail",
    purpose: "Sends links that set a new password or confirm an email.",
    engine: name,
    isOff: !delivers,
    missing: missingIf(
      !delivers,
      ["SMTP_URL", "MAIL_FROM"],
      "The address of a mail server with its user and password, and whom mail comes from. Without them emails are written to the server log, and the latest are shown below.",
    ),
  };
}

function address(): ConfiguredPort {
  const { APP_URL } = env();
  const isPublic = APP_URL?.startsWith("https://") ?? false;
  return {
    port: "address",
    key: siteOrigin(),
    title: "Public address",
    purpose: "Used in links, feeds and webhooks.",
    engine: siteOrigin(),
    missing: missingIf(
      !isPublic,
      ["APP_URL"],
      "The public address of this site, with https, such as https://comics.example.",
    ),
  };
}

/** All ports in the order of the page. */
export const configuredPorts = (): ConfiguredPort[] => [
  text(),
  pictures(),
  videos(),
  vision(),
  checks(),
  database(),
  jobs(),
  objects(),
  signIn(),
  mail(),
  address(),
];
