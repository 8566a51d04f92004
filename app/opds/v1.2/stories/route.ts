import { endpoints } from "@/lib/platform/http/route";
import { listCall } from "../../calls";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({ GET: listCall("1.2") });
