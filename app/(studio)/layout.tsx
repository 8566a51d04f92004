import type { ReactNode } from "react";
import "@/components/comic/fonts";
import { privateMetadata } from "@/lib/discovery/metadata";
import "@/app/workshop.css";
import "./studio.css";

export const metadata = privateMetadata;

export default function StudioLayout({ children }: { children: ReactNode }) {
  return children;
}
