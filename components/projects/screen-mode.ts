/** Modes of the project screen, in the order of their tabs. `projects` is the list. */
const screenModes = ["projects", "create", "options", "upload", "zip-upload", "trash"] as const;
export type ScreenMode = (typeof screenModes)[number];

const modeLabels: Readonly<Record<ScreenMode, string>> = {
  projects: "Project List",
  create: "Create New Project",
  options: "Creation Options",
  upload: "Upload Folder",
  "zip-upload": "Upload ZIP",
  trash: "Trash",
};

const replaceModes: readonly ScreenMode[] = ["options", "upload", "zip-upload"];

/** @param value the `mode` parameter of the URL. Unknown values mean the list. */
export function toScreenMode(value: string | null): ScreenMode {
  return screenModes.find((mode) => mode === value) ?? "projects";
}

export function isReplaceMode(mode: ScreenMode): boolean {
  return replaceModes.includes(mode);
}

interface ScreenTab {
  mode: ScreenMode;
  label: string;
}

const steps: readonly ScreenMode[] = screenModes.filter((mode) => mode !== "trash");

/** Returns the tabs of the steps reached. Both uploads are one step, so that the user can switch between them. */
export function tabsOf(mode: ScreenMode, isReplacing: boolean): readonly ScreenTab[] {
  const isUpload = mode === "upload" || mode === "zip-upload";
  const open = isUpload ? steps : steps.slice(0, Math.max(2, steps.indexOf(mode) + 1));
  const reached = mode === "trash" ? [...open, mode] : open;
  const shown = isReplacing ? reached.filter((tab) => tab !== "create") : reached;
  return shown.map((tab) => ({ mode: tab, label: isReplacing && tab === "options" ? "Replace Map" : modeLabels[tab] }));
}
