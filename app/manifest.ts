import type { MetadataRoute } from "next";
import { brand } from "@/lib/platform/brand";

/** The web app manifest, used when the site is added to a home screen. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: "/",
    name: brand.name,
    short_name: brand.name,
    description: brand.tagline,
    lang: "en",
    categories: ["comics", "entertainment", "books"],
    start_url: "/",
    scope: "/",
    display: "standalone",
    // Light only, since a manifest has one colour. Pages set both themes (app/layout.tsx).
    background_color: "#faf5ea",
    theme_color: "#faf5ea",
    icons: [
      { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icons/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icons/icon-512.png", type: "image/png", sizes: "512x512" },
      // Maskable: launchers crop these, so the drawing stays within the safe circle.
      {
        src: "/icons/maskable-512.png",
        type: "image/png",
        sizes: "512x512",
        purpose: "maskable",
      },
      { src: "/apple-icon.png", type: "image/png", sizes: "180x180" },
    ],
    shortcuts: [
      { name: "Popular stories", url: "/?sort=popular" },
      { name: "Search", url: "/search" },
    ],
  };
}
