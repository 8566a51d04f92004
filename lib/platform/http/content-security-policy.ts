type Variables = Record<string, string | undefined>;

/** Where browsers put large files themselves: the bucket's own address. None without a bucket. */
function bucketOrigin(env: Variables): string[] {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_FORCE_PATH_STYLE } = env;
  if (!S3_BUCKET) return [];
  const store = new URL(S3_ENDPOINT || `https://s3.${S3_REGION || "us-east-1"}.amazonaws.com`);
  const isPathStyle = S3_FORCE_PATH_STYLE ? /^(true|1)$/.test(S3_FORCE_PATH_STYLE) : !!S3_ENDPOINT;
  return [`${store.protocol}//${isPathStyle ? "" : `${S3_BUCKET}.`}${store.host}`];
}

/** The content security policy of a page with these sources of scripts. */
function buildCsp(env: Variables, scripts: string[]): string {
  // Where pictures and videos come from beside our own address.
  const media = env.S3_PUBLIC_BASE_URL ? [new URL(env.S3_PUBLIC_BASE_URL).origin] : [];
  // React's development build rebuilds the stacks of the server with eval.
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
 * Public pages are prerendered and cached, so their inline data cannot carry a nonce: scripts are
 * limited to our own origin and to inline ones. SECURITY.md says what it means.
 */
export const publicPageCsp = (env: Variables): string =>
  buildCsp(env, ["'self'", "'unsafe-inline'"]);

/**
 * Pages for one person are made for each request: a script runs with the nonce of this answer, as
 * `hash` (`sha256-…`), or where one of those has loaded it.
 */
export const privatePageCsp = (env: Variables, nonce: string, hash: string): string =>
  buildCsp(env, [`'nonce-${nonce}'`, `'${hash}'`, "'strict-dynamic'"]);
