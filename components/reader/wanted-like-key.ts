/** Where a tab keeps the like that its visitor signs in for. */
export const wantedLikeKey = "inkwright:like";
