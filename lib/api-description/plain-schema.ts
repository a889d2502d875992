import { z } from "zod";
import type { ZodOpenApiOverrideContext } from "zod-openapi";

type JsonSchema = ZodOpenApiOverrideContext["jsonSchema"];

/** What a text has to be in the end, however it was trimmed on the way. */
function textRulesOf(schema: z.core.$ZodType): Pick<JsonSchema, "minLength" | "maxLength" | "format"> {
  if (schema instanceof z.ZodPipe) return { ...textRulesOf(schema.in), ...textRulesOf(schema.out) };
  if (!(schema instanceof z.ZodString)) return {};
  const { minLength = schema.minLength, maxLength = schema.maxLength, format } = z.globalRegistry.get(schema) ?? {};
  return {
    ...(typeof minLength === "number" && { minLength }),
    ...(typeof maxLength === "number" && { maxLength }),
    ...(typeof format === "string" && { format }),
  };
}

/**
 * Says of a schema what is worth knowing: rules that are only checked after a text was trimmed, no pattern where a format
 * tells the same, and no bounds that any whole number keeps.
 */
export function plainSchema({ jsonSchema, zodSchema, io }: ZodOpenApiOverrideContext): void {
  if (io === "input" && jsonSchema.type === "string") Object.assign(jsonSchema, textRulesOf(zodSchema));
  if (zodSchema instanceof z.ZodFile) delete jsonSchema.contentEncoding;
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
