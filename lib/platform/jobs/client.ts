import "server-only";
import { Inngest } from "inngest";
import { log } from "../log";

/**
 * The client of the durable functions. Which engine runs them follows from INNGEST_BASE_URL and the
 * keys alone. Without checkpointing every step goes through the server's queue, which is the part
 * of the protocol that all servers speak.
 */
export const inngest = new Inngest({
  id: "inkwright",
  checkpointing: false,
  logger: log,
});
