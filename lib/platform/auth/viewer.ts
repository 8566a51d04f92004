/**
 * The user who makes a request. Rules take the viewer as their first argument and use it in their
 * queries.
 */
export interface Viewer {
  id: string;
  username: string;
  isAdministrator: boolean;
  /** Id of the request's token and session. */
  tokenId: string;
  /**
   * How the token arrived. Browsers send cookies on their own, so writes with a cookie must come
   * from our origin.
   */
  via: "bearer" | "cookie";
}
