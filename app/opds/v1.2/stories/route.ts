import { endpoints } from "@/lib/platform/http/route";
import { listEndpoint } from "../../endpoints";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({ GET: listEndpoint("1.2") });
