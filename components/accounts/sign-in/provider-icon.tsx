import type { Provider } from "@/lib/accounts/schema";

/** A letter in a stamp, since the services' logos are their trademarks. */
export function ProviderIcon({ id }: { id: Provider["id"] }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <rect
        x="2"
        y="2"
        width="20"
        height="20"
        rx={id === "google" ? 10 : 5}
        fill={id === "google" ? "var(--color-blue)" : "var(--color-ink)"}
      />
      {id === "google" ? (
        <path
          d="M16 8.500A5.200 5.200 0 1 0 17 12.500H12.500"
          fill="none"
          stroke="var(--color-paper)"
          strokeWidth="2.400"
        />
      ) : (
        <path
          d="M8 7V17M16 7V10A4 4 0 0 1 12 13.500A4 4 0 0 0 8 16"
          fill="none"
          stroke="var(--color-paper)"
          strokeWidth="2.400"
          strokeLinecap="round"
        />
      )}
    </svg>
  );
}
