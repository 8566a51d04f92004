import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getPageViewer } from "@/app/page-viewer";
import { ReportForm } from "@/components/reports/report-form";
import { SingleCardPage } from "@/components/reports/single-card-page";
import { isId } from "@/lib/platform/http/ids";
import { reportableAuthor, reportableStory } from "@/lib/reports/queries";
import { readingPath } from "@/lib/stories/reading/parts";

export const metadata: Metadata = { title: "Report", robots: { index: false } };

type Props = { searchParams: Promise<{ story?: string | string[]; author?: string | string[] }> };

/** Open to visitors and signed-in viewers: `?story=<id>` or `?author=<username>`. */
export default async function ReportPage({ searchParams }: Props) {
  const { story, author } = await searchParams;
  const viewer = await getPageViewer();
  const subject =
    typeof story === "string" && isId(story)
      ? await reportableStory(viewer, story)
      : typeof author === "string" && /^[\w-]{3,30}$/.test(author)
        ? await reportableAuthor(author)
        : null;
  if (!subject) notFound();
  const { kind, id, name } = subject;
  return (
    <SingleCardPage
      title={kind === "story" ? "Report a story" : "Report a profile"}
      intro={kind === "story" ? `“${name}”` : `@${name}`}
    >
      <ReportForm
        subject={subject}
        viewerId={viewer?.id ?? null}
        back={kind === "story" ? readingPath(id) : `/user/${name}`}
      />
    </SingleCardPage>
  );
}
