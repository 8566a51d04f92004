// Two addresses of one call, which programs know by either.
export { DELETE, GET, PATCH, POST, PUT } from "../regenerate-panel/route";
