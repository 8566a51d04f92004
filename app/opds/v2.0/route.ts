import { endpoints } from "@/lib/platform/http/route";
import { rootEndpoint } from "../endpoints";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({ GET: rootEndpoint("2.0") });
