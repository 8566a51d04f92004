import { useEffect } from "react";
import type { Path, PathValue, UseFormReturn } from "react-hook-form";

/** As it was last typed into a form that was left. Not stored: it goes with the page. */
let typed = "";

/** Takes the email along from one of the forms to the other, until somebody has signed in. */
export function useTypedEmail<In extends { email: string }, Out>(
  { getValues, setValue }: UseFormReturn<In, unknown, Out>,
  isSignedIn = false,
): void {
  useEffect(() => {
    if (isSignedIn) {
      typed = "";
      return;
    }
    const email = "email" as Path<In>;
    if (typed && !getValues(email)) setValue(email, typed as PathValue<In, Path<In>>);
    return () => {
      typed = getValues(email) ?? "";
    };
  }, [getValues, setValue, isSignedIn]);
}
