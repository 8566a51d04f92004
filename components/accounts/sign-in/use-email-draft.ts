import { useEffect } from "react";
import type { Path, PathValue, UseFormReturn } from "react-hook-form";

/** As it was last typed into a form that was left. Not stored: it goes with the page. */
let emailDraft = "";

/** Takes the email along from one of the forms to the other, until somebody has signed in. */
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
