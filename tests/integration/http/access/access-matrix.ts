import { accounts } from "./accounts";
import { generation } from "./generation";
import { library } from "./library";
import { scenes } from "./scenes";
import { stories } from "./stories";
import { type Access, administrator, open } from "./subject";

/** Every call of the interface, and who may make it. */
export const accessMatrix: Record<string, Access> = {
  ...stories,
  ...scenes,
  ...generation,
  ...accounts,
  ...library,
  "POST /setup/check": administrator(200),
  "POST /setup/trials": administrator(200, {}, { engine: "Demo studio", trial: "reference" }),
  "PUT /setup/workflows": administrator(200, {}, { name: "none", json: null }),
  // This route has no session: it takes a secret, and none is set.
  "POST /webhooks/replicate": open(401),
  "GET /health": open(200),
  // No engine runs in this test: the route says so, to everyone.
  "GET /ready": open(503),
  // Without METRICS_TOKEN.
  "GET /metrics": administrator(200),
};
