import type { DecisionAction, ReportReason, SubjectKind } from "./schema";

export const reasonTexts: Record<ReportReason, string> = {
  illegal: "It breaks the law",
  children: "It harms or sexualises children",
  hate: "Hate, threats or harassment",
  adult: "It is for adults and does not say so",
  copyright: "It uses another person's work without permission",
  private: "It shares private information about a person",
  spam: "Spam or fraud",
  other: "Something else",
};

/** Labels of decisions for the author, the reporters and the log. */
export const actionTexts: Record<SubjectKind, Record<DecisionAction, string>> = {
  story: {
    hide: "The story was hidden",
    restore: "The story was restored",
    mature: "The story was marked as mature",
    dismiss: "Nothing was changed",
  },
  author: {
    hide: "The profile was hidden",
    restore: "The profile was restored",
    mature: "The profile was marked as mature",
    dismiss: "Nothing was changed",
  },
};

/** Consequences for the author. */
export const consequences: Partial<Record<`${SubjectKind} ${DecisionAction}`, string>> = {
  "story hide": "Only you can see it, and it cannot be published while it is hidden.",
  "story mature": "Readers are asked before they see it, and lists leave it out.",
  "story restore": "It is as it was before.",
  "author hide": "Only you can see your profile. Your stories stay where they are.",
  "author restore": "Everyone can see your profile again.",
};
