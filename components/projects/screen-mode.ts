/** Modes of the project screen (spec 001 §2) that exist, in the order of their tabs. `projects` is the list. */
export const screenModes = ["projects", "create", "options", "zip-upload"] as const;
export type ScreenMode = (typeof screenModes)[number];

export const modeLabels: Readonly<Record<ScreenMode, string>> = {
  projects: "Project List",
  create: "Create New Project",
  options: "Creation Options",
  "zip-upload": "Upload ZIP",
};

/** @param value the `mode` parameter of the address; anything unknown is the list */
export function toScreenMode(value: string | null): ScreenMode {
  return screenModes.find((mode) => mode === value) ?? "projects";
}
