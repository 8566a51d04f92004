"use client";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { startOAuth } from "@/lib/accounts/client";
import type { Provider } from "@/lib/accounts/schema";
import { ProviderMark } from "./provider-mark";

/** Opens another service's sign-in page; the browser leaves. */
export function useOAuth(from: string) {
  const [leaving, setLeaving] = useState<Provider["id"] | null>(null);
  // Coming back with the browser's button shows the page as it was left.
  useEffect(() => {
    const onShow = () => setLeaving(null);
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, []);
  async function start({ id, name }: Provider) {
    setLeaving(id);
    try {
      window.location.assign(await startOAuth(id, from));
    } catch {
      setLeaving(null);
      toast.error(`${name} could not be reached. Please try again.`);
    }
  }
  return { leaving, start };
}

/** 'Continue with …' for each configured service, below the form; nothing when there is none. */
export function OAuthButtons({ providers, from }: { providers: Provider[]; from: string }) {
  const { leaving, start } = useOAuth(from);
  if (providers.length === 0) return null;
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-ink-soft before:h-0.5 before:flex-1 before:bg-ink/20 after:h-0.5 after:flex-1 after:bg-ink/20">
        or
      </p>
      {providers.map((provider) => (
        <Button
          key={provider.id}
          loading={leaving === provider.id}
          disabled={leaving !== null && leaving !== provider.id}
          onClick={() => start(provider)}
        >
          <ProviderMark id={provider.id} />
          Continue with {provider.name}
        </Button>
      ))}
    </div>
  );
}
