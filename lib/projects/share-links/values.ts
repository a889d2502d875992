/** On the application's origin. A token follows. */
export const SHARE_PATH = "/share";

/** Path of the calls about the links of one project. */
export const SHARE_LINKS_PATH = "/api/project/share-links";

/** Path of the list of all links. */
export const ALL_SHARE_LINKS_PATH = "/api/superadmin/share-links";

export const SHARE_LINK_SORTS = ["all"] as const;
