import { PublicProfile, profileMetadata } from "../profile-page";

export const revalidate = 300;
export const generateStaticParams = () => [];
export const generateMetadata = profileMetadata;

export default PublicProfile;
