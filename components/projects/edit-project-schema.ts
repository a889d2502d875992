import { z } from "zod";
import { descriptionTextSchema, mapUrlSchema } from "@/lib/projects/schema";

/** What is as it was is not sent, nor judged: a description that came with a folder may be longer than one that is typed here. */
function unlessSame<Schema extends z.ZodType<string>>(before: string, schema: Schema) {
  return z.string().transform((text, context) => {
    if (text === before) return undefined;
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    for (const { message } of parsed.error.issues) context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** The form of a project whose description and map address are these. */
export function editFormSchema(before: { description: string; mapUrl: string }) {
  return z.object({
    description: unlessSame(before.description, descriptionTextSchema),
    mapUrl: unlessSame(before.mapUrl, mapUrlSchema),
  });
}
