import { notFound, redirect } from "next/navigation";
import { pageViewer } from "@/app/page-viewer";
import {
  HomePage,
  type HomeProps,
  homeAddress,
  homeIsThere,
  homeMetadata,
} from "../../../feed/home-page";

/** The home page where browsing needs sign-in (`PUBLIC_BROWSING=false`). */
export async function generateMetadata(props: HomeProps) {
  // Titles tell what there is, too.
  return (await pageViewer()) ? homeMetadata(props) : {};
}

export default async function MembersHome(props: HomeProps) {
  if (!(await pageViewer())) {
    redirect(`/login?from=${encodeURIComponent(await homeAddress(props))}`);
  }
  // A page that is made for each request gets its status before anything is sent.
  if (!(await homeIsThere(props))) notFound();
  return <HomePage {...props} />;
}
