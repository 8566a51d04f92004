import { MembersProfile, membersProfileMetadata } from "../members-profile";

export const generateMetadata = membersProfileMetadata;

export default MembersProfile;
