import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ReceiptView } from "@/components/reports/receipt-view";
import { getReceipt } from "@/lib/reports/queries";

/** The address is the reporter's secret: no referrer reaches the pages linked from here. */
export const metadata: Metadata = {
  title: "Your report",
  robots: { index: false },
  referrer: "no-referrer",
};

type Props = { params: Promise<{ token: string }> };

export default async function ReceiptPage({ params }: Props) {
  const receipt = await getReceipt((await params).token);
  if (!receipt) notFound();
  return <ReceiptView receipt={receipt} />;
}
