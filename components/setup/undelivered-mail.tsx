import { UtcTime } from "@/components/ui/utc-time";
import type { UndeliveredMail } from "@/lib/setup/schema";

/** Turns addresses in a text into links. */
const withLinks = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part) =>
    part.startsWith("http") ? (
      <a key={part} href={part} className="link wrap-anywhere">
        {part}
      </a>
    ) : (
      part
    ),
  );

/** Mails that were not sent. Their links open accounts, so only the administrator sees them. */
export function UndeliveredMails({ mail }: { mail: UndeliveredMail[] }) {
  return (
    <section aria-labelledby="mail" className="grid gap-5">
      <h2 id="mail" className="display text-2xl">
        Undelivered email
      </h2>
      <p className="max-w-measure text-ink-soft">
        No mail server is set. Forward an email only to its recipient, because its link gives access
        to the account. The latest ones are kept until the server stops.
      </p>
      <ul className="grid gap-3">
        {mail.map(({ to, subject, text, at }) => (
          <li key={at + to} className="rounded-card border-2 border-ink bg-sheet">
            <details>
              <summary className="cursor-pointer px-5 py-4">
                <span className="font-bold">{subject}</span>
                <span className="block text-sm text-ink-soft wrap-anywhere">
                  To {to}, <UtcTime at={at} />
                </span>
              </summary>
              <p className="whitespace-pre-wrap border-ink/15 border-t-2 px-5 py-4">
                {withLinks(text)}
              </p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
