import { notFound, redirect } from "next/navigation";
import { getPageViewer } from "@/app/page-viewer";
import { signInHref } from "@/lib/platform/http/return-path";
import {
  HomePage,
  type HomeProps,
  homeAddress,
  homeExists,
  homeMetadata,
} from "../../../feed/home-page";

/** The home page where browsing needs sign-in (`PUBLIC_BROWSING=false`). */
export async function generateMetadata(props: HomeProps) {
  // Titles are guarded like content.
  return (await getPageViewer()) ? homeMetadata(props) : {};
}

export default async function MembersHome(props: HomeProps) {
  if (!(await getPageViewer())) {
    redirect(signInHref(await homeAddress(props)));
  }
  // A dynamic page must set its status before the first byte is sent.
  if (!(await homeExists(props))) notFound();
  return <HomePage {...props} />;
}
