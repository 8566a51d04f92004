import { config, z } from "zod";

/**
 * zod for whatever a browser may load. There it compiles no schemas: trying whether code may be made
 * from text is a violation of the content policy of pages for one person.
 */
if (typeof window !== "undefined") config({ jitless: true });

export { z };
