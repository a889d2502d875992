export interface Theme {
  background: string;
  /** Around points and labels. */
  halo: string;
  ink: string;
}

export const themes = {
  light: { background: "#eef1f3", halo: "#ffffff", ink: "#0c1b2b" },
  dark: { background: "#141b22", halo: "#0a0e13", ink: "#e7edf3" },
} as const satisfies Record<string, Theme>;
