/** Header with the id of the account that began an upload. With the session of another account, the call is refused. */
export const ACCOUNT_HEADER = "Account-Id";
