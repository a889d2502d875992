import { z } from "zod";
import { descriptionTextSchema, mapUrlSchema, type ProjectDetails } from "@/lib/projects/schema";

/** Settings of a map with their texts, in the order of the form. */
export const SETTINGS = {
  allowsLocation: { label: "Allow this map to use the visitor's location", hint: "The browser still asks each visitor." },
  allowsCamera: { label: "Allow this map to use the camera and the microphone", hint: "The browser still asks each visitor." },
  allowsRouting: {
    label: "Show the first page for unknown addresses",
    hint: "For a site that changes its address with a router, such as a single-page application.",
  },
  allowsSharedMemory: {
    label: "Allow this map to use shared memory",
    hint: "For programs in WebAssembly that need SharedArrayBuffer. It works when the map is opened in a tab.",
  },
  allowsSharing: {
    label: "Allow share links",
    hint: "Links open this map without an account. When you turn this off, they stop working.",
  },
} as const;
type SettingName = keyof typeof SETTINGS;
export const settingNames = Object.keys(SETTINGS) as SettingName[];

type EditableFields = Record<SettingName, boolean> & { description: string; mapUrl: string; startPage: string };

/** Returns the values of the form. */
export function editableFields({ description, mapUrl, startPage, ...project }: ProjectDetails): EditableFields {
  const { allowsLocation, allowsCamera, allowsRouting, allowsSharedMemory, allowsSharing } = project;
  const settings = { allowsLocation, allowsCamera, allowsRouting, allowsSharedMemory, allowsSharing };
  return { description, mapUrl: mapUrl ?? "", startPage: startPage ?? "", ...settings };
}

/** Unchanged text is neither sent nor validated: an uploaded description may exceed the limit for typed ones. */
function unlessSame<Schema extends z.ZodType<string>>(before: string, schema: Schema) {
  return z.string().transform((text, context) => {
    if (text === before) return undefined;
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    for (const { message } of parsed.error.issues) context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** Returns the schema of the form, whose output has only the changed fields. */
export function editFormSchema(before: EditableFields) {
  const unlessUnchanged = (name: SettingName) => z.boolean().transform((allows) => (allows === before[name] ? undefined : allows));
  return z.object({
    description: unlessSame(before.description, descriptionTextSchema),
    mapUrl: unlessSame(before.mapUrl, mapUrlSchema),
    startPage: unlessSame(before.startPage, z.string()),
    allowsLocation: unlessUnchanged("allowsLocation"),
    allowsCamera: unlessUnchanged("allowsCamera"),
    allowsRouting: unlessUnchanged("allowsRouting"),
    allowsSharedMemory: unlessUnchanged("allowsSharedMemory"),
    allowsSharing: unlessUnchanged("allowsSharing"),
  });
}

export type EditFormSchema = ReturnType<typeof editFormSchema>;
