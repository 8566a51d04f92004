import { endpoints } from "@/lib/platform/http/route";
import { entityEndpoints } from "../../entity-endpoints";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints(entityEndpoints("location"));
