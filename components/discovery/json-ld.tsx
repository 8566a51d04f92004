import { jsonLdText } from "@/lib/discovery/json-ld";

/** Structured data (schema.org) for search engines. */
export function JsonLd({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: jsonLdText lets no markup through
      dangerouslySetInnerHTML={{ __html: jsonLdText(data) }}
    />
  );
}
