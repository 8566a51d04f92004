"use client";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { startOAuth } from "@/lib/accounts/client";
import type { Provider } from "@/lib/accounts/schema";
import { isUnauthorized } from "@/lib/platform/http/api-error";

/** Opens another service's sign-in page; the browser leaves this site. */
export function useOAuth(from: string, begin = startOAuth) {
  const leave = useDedupedMutation({
    mutationFn: ({ id }: Provider) => begin(id, from),
    meta: { handlesError: true },
    onSuccess: (address) => window.location.assign(address),
    onError: (error, { name }) =>
      toast.error(
        isUnauthorized(error)
          ? "Please sign in to continue."
          : `${name} could not be reached. Please try again.`,
      ),
  });
  // Back restores the page with the pending state (bfcache): reset it.
  const { reset } = leave;
  useEffect(() => {
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, [reset]);
  const leaving = leave.isPending || leave.isSuccess ? leave.variables?.id : undefined;
  return { leaving, start: leave.mutate };
}

/** 'Continue with …' for each configured service, below the form; empty without services. */
export function OAuthButtons({ providers, from }: { providers: Provider[]; from: string }) {
  const { leaving, start } = useOAuth(from);
  if (providers.length === 0) return null;
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-ink-soft before:h-0.5 before:flex-1 before:bg-rule after:h-0.5 after:flex-1 after:bg-rule">
        or
      </p>
      {providers.map((provider) => (
        <Button
          key={provider.id}
          loading={leaving === provider.id}
          disabled={leaving !== undefined && leaving !== provider.id}
          onClick={() => start(provider)}
        >
          <ProviderIcon id={provider.id} />
          Continue with {provider.name}
        </Button>
      ))}
    </div>
  );
}

/** A letter in a stamp, since the services' logos are their trademarks. */
function ProviderIcon({ id }: { id: Provider["id"] }) {
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
