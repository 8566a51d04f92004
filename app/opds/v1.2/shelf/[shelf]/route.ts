import { endpoints } from "@/lib/platform/http/route";
import { shelfCall } from "../../../calls";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({ GET: shelfCall("1.2") });
