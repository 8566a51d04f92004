import { endpoints } from "@/lib/platform/http/route";
import { tagsCall } from "../calls";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({ GET: tagsCall("2.0") });
