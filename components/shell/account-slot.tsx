import { SignInLink } from "./account-menu";

/** Prerendered as a visitor sees it. Who is signed in becomes known in the browser. */
export function AccountSlot() {
  return <SignInLink />;
}
