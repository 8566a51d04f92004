import { endpoints } from "@/lib/platform/http/route";
import { rootCall } from "../calls";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({ GET: rootCall("1.2") });
