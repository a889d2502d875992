export const PROJECT_NAME_MAX = 50;

/** Characters that the upload of a folder keeps of a description. A longer one is cut. */
export const UPLOADED_DESCRIPTION_MAX = 500;

/** `all`: newest first. */
export const PROJECT_SORTS = ["all", "name-asc", "name-desc", "date-newest", "date-oldest", "creator-asc", "creator-desc"] as const;
export type ProjectSort = (typeof PROJECT_SORTS)[number];

/** `importing`: an upload is in progress or being checked. `online`: an uploaded map. `external`: a map elsewhere. */
export const PROJECT_STATUSES = ["online", "importing", "external", "none"] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

/** Id of creators whose account is gone. */
export const UNKNOWN_CREATOR = "unknown";

/** Numbers of days, today in UTC included. */
export const ANALYTICS_DAYS = ["7", "30", "90"] as const;
export type AnalyticsDays = (typeof ANALYTICS_DAYS)[number];
