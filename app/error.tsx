"use client";
import { ErrorView } from "@/components/shell/error-view";

export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  return <ErrorView digest={error.digest} />;
}
