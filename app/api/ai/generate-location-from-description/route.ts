import { endpoints } from "@/lib/platform/http/route";
import { sheetEndpoint } from "../entity-endpoints";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({ POST: sheetEndpoint("location") });
