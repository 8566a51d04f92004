/** Rules with the tests that speak of them: the smallest ones that do, since each change runs them. */
export interface MutationTarget {
  /** Files, or lines of them: `lib/a.ts:3-9`. */
  files: string[];
  tests: string[];
}

const auth = "lib/platform/auth";
const unit = "tests/unit/platform/auth";

/** Rules that must not slip. */
export const groups: Record<string, MutationTarget[]> = {
  authorisation: [
    {
      files: [
        `${auth}/ownership.ts`,
        `${auth}/token.ts`,
        `${auth}/cookies.ts`,
        `${auth}/encryption.ts`,
        "lib/platform/http/origin.ts",
      ],
      tests: [
        `${unit}/ownership.test.ts`,
        `${unit}/session-token.test.ts`,
        `${unit}/session-cookies.test.ts`,
      ],
    },
    {
      files: [`${auth}/authenticate.ts`, `${auth}/sessions.ts`],
      tests: ["tests/integration/platform/viewers.test.ts"],
    },
    {
      files: ["lib/media/media-access-queries.ts"],
      tests: ["tests/integration/media/audience.test.ts"],
    },
  ],
  quota: [
    {
      files: ["lib/platform/rate-limit.ts"],
      tests: ["tests/integration/platform/limits.test.ts"],
    },
    {
      files: ["lib/generation/scene/scene-limits-service.ts"],
      tests: ["tests/integration/generation/scene-limits.test.ts"],
    },
  ],
  idempotency: [
    {
      files: ["components/ui/hooks/use-deduped-mutation.ts"],
      tests: ["tests/unit/ui/use-deduped-mutation.test.tsx"],
    },
    {
      files: ["lib/generation/scene/idempotency-service.ts"],
      tests: ["tests/integration/generation/scene-limits.test.ts"],
    },
  ],
  jobs: [
    {
      files: ["lib/generation/jobs/failure-texts.ts"],
      tests: ["tests/unit/generation/job-completion.test.ts"],
    },
    {
      files: ["lib/platform/jobs/outbox-service.ts"],
      tests: ["tests/integration/platform/outbox.test.ts"],
    },
    {
      files: ["lib/generation/jobs/job-service.ts", "lib/generation/jobs/completion-service.ts"],
      tests: [
        "tests/unit/generation/job-completion.test.ts",
        "tests/integration/generation/jobs/job-states.test.ts",
        "tests/integration/generation/jobs/job-ends.test.ts",
      ],
    },
  ],
};
