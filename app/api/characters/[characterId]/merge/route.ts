import { endpoints } from "@/lib/platform/http/route";
import { mergeEndpoints } from "../../../entity-endpoints";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints(mergeEndpoints("character"));
