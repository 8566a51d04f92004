import type { Access } from "./subject";

export const site: Record<string, Access> = {
  "POST /setup/check": { policy: "administrator", success: 200 },
  // This route has no session: it takes a secret, and none is set.
  "POST /webhooks/replicate": { policy: "open", success: 401 },
  "GET /health": { policy: "open", success: 200 },
  // No engine runs in this test: the route says so, to everyone.
  "GET /ready": { policy: "open", success: 503 },
  // Without METRICS_TOKEN.
  "GET /metrics": { policy: "administrator", success: 200 },
};
