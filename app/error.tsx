"use client";
import { ErrorView } from "@/components/shell/error-view.tsx";

export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  return <ErrorView digest={error.digest} />;
}
