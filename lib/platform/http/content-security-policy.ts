type Variables = Record<string, string | undefined>;

/** The origin of direct uploads: the bucket's own address. Empty without a bucket. */
function bucketOrigin(env: Variables): string[] {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_FORCE_PATH_STYLE } = env;
  if (!S3_BUCKET) return [];
  const store = new URL(S3_ENDPOINT || `https://s3.${S3_REGION || "us-east-1"}.amazonaws.com`);
  const isPathStyle = S3_FORCE_PATH_STYLE ? /^(true|1)$/.test(S3_FORCE_PATH_STYLE) : !!S3_ENDPOINT;
  return [`${store.protocol}//${isPathStyle ? "" : `${S3_BUCKET}.`}${store.host}`];
}

/** The content security policy of a page with these script sources. */
function buildCsp(env: Variables, scripts: string[]): string {
  // A public address of the bucket, for pictures and videos.
  const media = env.S3_PUBLIC_BASE_URL ? [new URL(env.S3_PUBLIC_BASE_URL).origin] : [];
  // React's development build reconstructs server stacks with eval.
  const development = env.NODE_ENV === "production" ? [] : ["'unsafe-eval'"];
  return [
    "default-src 'self'",
    ["script-src", ...scripts, ...development].join(" "),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...media].join(" "),
    ["media-src 'self' blob:", ...media].join(" "),
    "font-src 'self'",
    ["connect-src 'self'", ...bucketOrigin(env)].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}

/**
 * The policy of public pages. They are prerendered and cached, so their inline scripts cannot carry
 * a nonce: all inline scripts and those of our origin may run. SECURITY.md explains the
 * consequences.
 */
export const publicPageCsp = (env: Variables): string =>
  buildCsp(env, ["'self'", "'unsafe-inline'"]);

/**
 * The policy of private pages, which are rendered per request. A script runs if it has the
 * response's nonce, matches `hash` (`sha256-…`), or is loaded by such a script.
 */
export const privatePageCsp = (env: Variables, nonce: string, hash: string): string =>
  buildCsp(env, [`'nonce-${nonce}'`, `'${hash}'`, "'strict-dynamic'"]);
