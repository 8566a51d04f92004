export { default } from "../../../user/[username]/not-found";
