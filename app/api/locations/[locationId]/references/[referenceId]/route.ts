import { endpoints } from "@/lib/platform/http/route";
import { referenceEndpoints } from "../../../../entity-endpoints";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints(referenceEndpoints("location"));
