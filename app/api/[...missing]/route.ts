import { notFound } from "@/lib/platform/errors";
import { refusal } from "@/lib/platform/http/route";

const missing = refusal(notFound("address"));

export const GET = missing;
export const POST = missing;
export const PUT = missing;
export const PATCH = missing;
export const DELETE = missing;
