export { UserNotFound as default } from "@/components/profile/user-not-found";
