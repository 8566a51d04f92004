import { endpoints } from "@/lib/platform/http/route";
import { listEndpoints } from "../../../entity-endpoints";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints(listEndpoints("character"));
