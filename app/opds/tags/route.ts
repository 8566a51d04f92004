import { endpoints } from "@/lib/platform/http/route";
import { tagsEndpoint } from "../endpoints";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({ GET: tagsEndpoint("2.0") });
