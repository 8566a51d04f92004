import Link from "next/link";
import { Avatar } from "@/components/ui/pictures/avatar";
import { formatLongDate } from "@/components/ui/utils/format-date";
import { displayName, initials } from "@/lib/accounts/display-name";
import type { Author } from "@/lib/accounts/schema";

/** The author's avatar and name, with a link to the profile, and a date. */
export function AuthorLine({ author, date }: { author: Author; date: string }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar src={author.avatar} initials={initials(author)} seed={author.username} />
      <div className="min-w-0 text-start leading-tight wrap-anywhere">
        <Link href={`/user/${author.username}`} prefetch={false} className="font-bold">
          {displayName(author)}
        </Link>
        <p className="text-sm text-ink-soft">
          <time dateTime={date}>{formatLongDate(date)}</time>
        </p>
      </div>
    </div>
  );
}
