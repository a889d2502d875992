/** Most projects that a row of the user list names (spec 000 §9). */
export const ASSIGNED_SHOWN = 3;
