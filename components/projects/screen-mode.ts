/** Modes of the project screen (spec 001 §2), in the order of their tabs. `projects` is the list. */
export const screenModes = ["projects", "create", "options", "upload", "zip-upload"] as const;
export type ScreenMode = (typeof screenModes)[number];

const modeLabels: Readonly<Record<ScreenMode, string>> = {
  projects: "Project List",
  create: "Create New Project",
  options: "Creation Options",
  upload: "Upload Folder",
  "zip-upload": "Upload ZIP",
};

/** Modes in which the address may name a project whose map is replaced. */
const replaceModes: readonly ScreenMode[] = ["options", "upload", "zip-upload"];

/** @param value the `mode` parameter of the address; anything unknown is the list */
export function toScreenMode(value: string | null): ScreenMode {
  return screenModes.find((mode) => mode === value) ?? "projects";
}

/** @returns true when a replacement goes through this mode */
export function isReplaceMode(mode: ScreenMode): boolean {
  return replaceModes.includes(mode);
}

export interface ScreenTab {
  mode: ScreenMode;
  label: string;
}

/** The list, the way into creation, and the steps that have been reached. Both uploads are one step, so that one can change one's mind. */
export function tabsOf(mode: ScreenMode, isReplacing: boolean): readonly ScreenTab[] {
  const isUpload = mode === "upload" || mode === "zip-upload";
  const reached = isUpload ? screenModes : screenModes.slice(0, Math.max(2, screenModes.indexOf(mode) + 1));
  // Whose project exists has nothing to create.
  const shown = isReplacing ? reached.filter((tab) => tab !== "create") : reached;
  return shown.map((tab) => ({ mode: tab, label: isReplacing && tab === "options" ? "Replace Map" : modeLabels[tab] }));
}
