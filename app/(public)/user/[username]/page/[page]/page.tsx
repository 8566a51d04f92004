import { PublicProfile, profileMetadata } from "../../../profile-page";

/** Serves `/user/<name>?page=<page>`: next.config.ts rewrites such URLs to this route. */
export const revalidate = 300;
export const generateStaticParams = () => [];
export const generateMetadata = profileMetadata;

export default PublicProfile;
