import { environmentManager, MutationCache, QueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { isClientError, messageOf } from "@/lib/platform/http/api-error";
import { gcTime } from "@/lib/platform/http/gc-time";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Id of the story whose changes make the data stale. */
      changesWithStory?: string;
      /** Polled at an interval of its own. */
      isPolled?: boolean;
    };
    mutationMeta: {
      /** The caller shows the error itself, for example on a form field (use-deduped-mutation.ts). */
      handlesError?: boolean | "while-mounted";
      /** Toast for a mutation that takes long. */
      slowText?: string;
    };
  }
}

/** Milliseconds after which a mutation with a `slowText` is slow. */
const slowAfterMs = 20_000;

function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && !isClientError(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 10_000),
        staleTime: 120_000,
        gcTime: gcTime(300_000),
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
      },
    },
    mutationCache: new MutationCache({
      onMutate(_variables, mutation) {
        const { slowText } = mutation.meta ?? {};
        if (slowText === undefined) return;
        setTimeout(() => {
          const { status, isPaused } = mutation.state;
          if (status === "pending" && !isPaused) toast.info(slowText);
        }, slowAfterMs);
      },
      onError(error, _variables, _result, mutation) {
        if (mutation.meta?.handlesError) return;
        toast.error(messageOf(error));
      },
    }),
  });
}

let browserClient: QueryClient | undefined;

/**
 * One client for every island of a browser tab, a new one for every render on the server. Toasts
 * errors of mutations unless `meta.handlesError` is set.
 */
export function getQueryClient(): QueryClient {
  if (environmentManager.isServer()) return createQueryClient();
  browserClient ??= createQueryClient();
  return browserClient;
}
