import { api, apiData } from "@/lib/platform/http/fetch";
import { type DecisionInput, type ReportInput, type ReportReceipt, receiptDto } from "./schema";

/** @throws ApiError */
export const sendReport = (body: ReportInput): Promise<ReportReceipt> =>
  apiData("/reports", { method: "POST", body, response: receiptDto });

/** @throws ApiError, `conflict` if another decision was made first */
export const sendDecision = async (body: DecisionInput): Promise<void> => {
  await api("/reports/decisions", { method: "POST", body, response: null });
};

/** @throws ApiError, `conflict` where there is an objection already */
export const sendObjection = async (decisionId: string, words: string): Promise<void> => {
  const call = { method: "POST", body: { words }, response: null } as const;
  await api(`/reports/decisions/${decisionId}/objection`, call);
};
