import { useEffect } from "react";
import type { Path, PathValue, UseFormReturn } from "react-hook-form";

/** The email last typed into either form. In memory only: a reload drops it. */
let emailDraft = "";

/** Carries the email from one form to the other until the viewer has signed in. */
export function useEmailDraft<In extends { email: string }, Out>(
  { getValues, setValue }: UseFormReturn<In, unknown, Out>,
  isSignedIn = false,
): void {
  useEffect(() => {
    if (isSignedIn) {
      emailDraft = "";
      return;
    }
    const email = "email" as Path<In>;
    if (emailDraft && !getValues(email)) setValue(email, emailDraft as PathValue<In, Path<In>>);
    return () => {
      emailDraft = getValues(email) ?? "";
    };
  }, [getValues, setValue, isSignedIn]);
}
