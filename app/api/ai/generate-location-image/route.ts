import { endpoints } from "@/lib/platform/http/route";
import { portraitEndpoint } from "../entity-endpoints";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({ POST: portraitEndpoint("location") });
