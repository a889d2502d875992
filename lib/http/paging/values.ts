/** Rows of a page on screens, and of a cursor without a limit. */
export const ROWS_PER_PAGE = 50;
