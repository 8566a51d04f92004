import { UnknownUser } from "@/components/profile/unknown-user";

export default function ProfileNotFound() {
  return <UnknownUser />;
}
