import "server-only";
import { storage } from "@/lib/platform/storage";
import type { ZipEntry } from "@/lib/platform/zip";
import { fileEntry, type OnProgress, textEntry } from "../files";
import { missingPicture } from "../pictures";
import { archiveDocument, filesOf, type StoryArchive } from "./archive";

/** The entries of a story archive: first its document, then the media that the document names. */
export async function* archiveFiles(
  archive: StoryArchive,
  onProgress: OnProgress,
): AsyncGenerator<ZipEntry> {
  const date = new Date(archive.exportedAt);
  yield textEntry({ date }, archiveDocument, `${JSON.stringify(archive, null, 1)}\n`);
  const files = [...filesOf(archive)];
  for (const [index, file] of files.entries()) {
    const opened = await storage().open(file.slice("media/".length));
    if (!opened || opened === "unsatisfiable") throw missingPicture();
    yield fileEntry({ date }, file, opened.body);
    await onProgress(index + 1, files.length);
  }
}
