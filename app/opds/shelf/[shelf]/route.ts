import { endpoints } from "@/lib/platform/http/route";
import { shelfEndpoint } from "../../endpoints";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({ GET: shelfEndpoint("2.0") });
