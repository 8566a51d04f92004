import { notFound, redirect } from "next/navigation";
import { getPageViewer } from "@/app/page-viewer";
import {
  HomePage,
  type HomeProps,
  homeAddress,
  homeExists,
  homeMetadata,
} from "../../../feed/home-page";

/** The home page where browsing needs sign-in (`PUBLIC_BROWSING=false`). */
export async function generateMetadata(props: HomeProps) {
  // Titles tell what there is, too.
  return (await getPageViewer()) ? homeMetadata(props) : {};
}

export default async function MembersHome(props: HomeProps) {
  if (!(await getPageViewer())) {
    redirect(`/login?from=${encodeURIComponent(await homeAddress(props))}`);
  }
  // A page that is made for each request gets its status before anything is sent.
  if (!(await homeExists(props))) notFound();
  return <HomePage {...props} />;
}
