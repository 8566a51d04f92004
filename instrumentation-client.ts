import { config } from "zod/v4/core";

// Before the first schema: trying whether code may be made from text is a violation of the policy.
config({ jitless: true });
