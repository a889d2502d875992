export const ADD_FIRST = "Give projects to many users at once: create a group, choose its projects, and add members.";

/** Parameter of the URL that shows one group. */
export const GROUP_PARAMETER = "group";
