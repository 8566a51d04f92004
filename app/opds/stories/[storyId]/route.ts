import { endpoints } from "@/lib/platform/http/route";
import { entryCall } from "../../calls";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({ GET: entryCall("2.0") });
