import { endpoints } from "@/lib/platform/http/route";
import { referencesEndpoints } from "../../../entity-endpoints";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints(referencesEndpoints("location"));
