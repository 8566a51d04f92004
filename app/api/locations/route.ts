import { endpoints } from "@/lib/platform/http/route";
import { createEndpoints } from "../entity-endpoints";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints(createEndpoints("location"));
