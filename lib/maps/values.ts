/** Used in place of a safe name for the files that all maps share. No project can have it. */
export const ASSETS = "assets";
