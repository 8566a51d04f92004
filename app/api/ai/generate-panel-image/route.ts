// A second address of the same endpoint; API clients use both.
export { DELETE, GET, PATCH, POST, PUT } from "../regenerate-panel/route";
