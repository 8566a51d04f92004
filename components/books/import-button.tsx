"use client";
import { FileInput } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useWrite } from "@/components/ui/use-write";
import { importStory } from "@/lib/books/client";

type Imported = Awaited<ReturnType<typeof importStory>>;

/** Makes a draft of a story's archive, and opens it. */
export function ImportButton() {
  const router = useRouter();
  const picker = useRef<HTMLInputElement>(null);
  /** Each try has a message of its own, to be taken away with the next one. */
  const tries = useRef(0);
  const problemId = () => `import ${tries.current}`;
  const write = useWrite({
    mutationFn: importStory,
    keyOf: ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`,
    meta: { handlesError: true },
    onSuccess: ({ title }) => void toast.success(`"${title}" was imported as a draft`),
    // Long enough to be read to its end.
    onError: (error) => toast.error(error.message, { id: problemId(), duration: 10_000 }),
  });
  const isBusy = write.isPending || write.isSuccess;
  return (
    <>
      <Button
        loading={isBusy}
        title="A Story archive is what 'Download as a book' makes of a story, to go on with it here"
        onClick={() => picker.current?.click()}
      >
        <FileInput aria-hidden="true" />
        <span className="two-lines">
          Import a story <small>from its Story archive</small>
        </span>
      </Button>
      <span role="status" className="sr-only">
        {isBusy && "Importing the story"}
      </span>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".zip,application/zip"
        aria-label="Story archive"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // What was wrong with the one before is no longer of interest.
          const told = problemId();
          if (file && write.isError) {
            void import("@/components/ui/toaster").then(({ dismiss }) => dismiss(told));
          }
          tries.current += 1;
          // Whoever is elsewhere by then stays there.
          const open = { onSuccess: ({ storyId }: Imported) => router.push(`/story/${storyId}`) };
          if (file) write.mutate(file, open);
          // The same one can be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
