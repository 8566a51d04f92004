import { UserNotFound } from "@/components/profile/user-not-found";

export default function ProfileNotFound() {
  return <UserNotFound />;
}
