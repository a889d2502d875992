export const GROUPS_PATH = "/api/groups";

export const GROUP_SORTS = ["all", "name-asc", "name-desc", "date-oldest", "date-newest"] as const;
export type GroupSort = (typeof GROUP_SORTS)[number];

export const MEMBER_SORTS = ["all", "name-asc", "name-desc", "email-asc", "email-desc", "date-oldest", "date-newest"] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

/** Most addresses of one call. */
export const ADDRESSES_MAX = 1_000;
