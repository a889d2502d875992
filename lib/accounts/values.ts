/** Minimum length of a new password. Existing passwords may be shorter. */
export const NEW_PASSWORD_MIN = 8;

export const EMAIL_FIXED = "Email address cannot be changed";
export const profileMessages = { changed: "Profile updated successfully", unchanged: "No changes to save" } as const;

export const ACCOUNT_SORTS = ["all", "name-asc", "name-desc", "email-asc", "email-desc", "date-oldest", "date-newest"] as const;
export type AccountSort = (typeof ACCOUNT_SORTS)[number];

/** `expired`: the account, or the link of its invitation. */
export const USER_STATUSES = ["active", "invited", "expired"] as const;

export const USER_SORTS = [...ACCOUNT_SORTS, "projects-asc", "projects-desc"] as const;
export type UserSort = (typeof USER_SORTS)[number];
