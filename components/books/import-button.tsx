"use client";
import { FileInput } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { useBeforeUnloadWarning } from "@/components/ui/hooks/use-before-unload-warning";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { useIsMounted } from "@/components/ui/hooks/use-is-mounted";
import { toast } from "@/components/ui/toast";
import { TwoLines } from "@/components/ui/two-lines";
import { importStory } from "@/lib/books/client";
import { messageOf } from "@/lib/platform/http/api-error";

type Imported = Awaited<ReturnType<typeof importStory>>;

/** Creates a draft from a story archive and opens it. */
export function ImportButton() {
  const router = useRouter();
  const picker = useRef<HTMLInputElement>(null);
  const isMounted = useIsMounted();
  const write = useDedupedMutation({
    mutationFn: importStory,
    keyOf: ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`,
    meta: { handlesError: "while-mounted" },
    onSuccess({ title, storyId }) {
      // An author who has left the page is not redirected; the story appears in their lists.
      const open = { label: "Open", onClick: () => router.push(`/story/${storyId}`) };
      const toastOptions = isMounted.current ? {} : { action: open, duration: 10_000 };
      toast.success(`"${title}" was imported as a draft`, toastOptions);
      router.refresh();
    },
  });
  useBeforeUnloadWarning(write.isPending);
  const isBusy = write.isPending || write.isSuccess;
  return (
    <>
      <Button
        loading={isBusy}
        title="You get a Story archive from 'Download as a book'"
        onClick={() => picker.current?.click()}
      >
        <FileInput aria-hidden="true" />
        <TwoLines hint="from its Story archive">Import a story </TwoLines>
      </Button>
      <span role="status" className="sr-only">
        {isBusy && "Importing the story"}
      </span>
      {/* Not a toast, which would cover the button; the next file replaces it. */}
      {write.error && (
        <p role="alert" className="order-last w-0 min-w-full text-sm font-bold text-red">
          {messageOf(write.error)}
        </p>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        accept=".zip,application/zip"
        aria-label="Story archive"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // React Query does not call it after the button has unmounted.
          const open = { onSuccess: ({ storyId }: Imported) => router.push(`/story/${storyId}`) };
          if (file) write.mutate(file, open);
          // Lets the same file be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
