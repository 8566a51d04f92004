/** Who asks. Rules take it as their first argument and put it into their queries. */
export interface Viewer {
  id: string;
  username: string;
  isAdministrator: boolean;
  /** Id of the token that was shown, so that signing out can revoke it. */
  tokenId: string;
  /** Seconds since 1970. */
  tokenExpiresAt: number;
  /** What carried the token: a browser sends cookies by itself, so those need a same origin. */
  via: "bearer" | "cookie";
}
