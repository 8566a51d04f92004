import { endpoints } from "@/lib/platform/http/route";
import { entryEndpoint } from "../../../endpoints";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({ GET: entryEndpoint("1.2") });
