import { z } from "zod";

/** The parts of a JSON schema that the reference shows. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
}

const schema = z.custom<JsonSchema>();
const content = z.record(z.string(), z.object({ schema: schema.optional(), example: z.unknown().optional() })).default({});
const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), description: z.string().optional(), schema }))
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string().optional(), content })),
});

export const documentSchema = z.object({
  info: z.object({ description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});
export type ApiDocument = z.output<typeof documentSchema>;
export type Schemas = ApiDocument["components"]["schemas"];

export interface ApiCall extends z.output<typeof operation> {
  method: string;
  path: string;
}

/** Returns the calls by group, without those that only check headers. @param search words that each call has in it */
export function groupsOf({ tags, paths }: ApiDocument, search = "") {
  const words = search.toLowerCase().split(/\s+/);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]): ApiCall => ({ ...call, method: method.toUpperCase(), path })),
  );
  const found = calls.filter(({ method, path, summary, tags: [tag] }) => {
    const text = `${method} ${path} ${summary} ${tag}`.toLowerCase();
    return method !== "HEAD" && words.every((word) => text.includes(word));
  });
  const groups = tags.map((tag) => ({ ...tag, calls: found.filter((call) => call.tags.includes(tag.name)) }));
  return groups.filter((group) => group.calls.length > 0);
}

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);

/** Describes a type in words: `string`, `Project[]`, `"zip" | "folder"`. */
export function typeOf({ $ref, type, items, anyOf, oneOf, enum: values, const: value }: JsonSchema): string {
  if ($ref) return nameOf($ref);
  if (value !== undefined) return JSON.stringify(value);
  const choices = values?.map((one) => JSON.stringify(one)) ?? (anyOf ?? oneOf)?.map(typeOf);
  if (choices) return choices.join(" | ");
  return type === "array" && items ? `${typeOf(items)}[]` : [type ?? "any"].flat().join(" | ");
}

export interface FieldRow {
  name: string;
  schema: JsonSchema;
  required: boolean;
  description?: string | undefined;
}

/** Returns the fields of an object, of those in an array, or of all parts of a schema. */
export function fieldsOf(schema: JsonSchema, schemas: Schemas): FieldRow[] {
  const { properties = {}, required = [], items, allOf = [], anyOf = [], oneOf = [] } = schemas[nameOf(schema.$ref ?? "")] ?? schema;
  if (items) return fieldsOf(items, schemas);
  const own = Object.entries(properties).map(([name, one]) => ({ name, schema: one, required: required.includes(name) }));
  const rows = [...own, ...[...allOf, ...anyOf, ...oneOf].flatMap((part) => fieldsOf(part, schemas))];
  return rows.filter(({ name }, index) => rows.findIndex((other) => other.name === name) === index);
}

/** Returns the body of a call: its media type, schema, and example as text. */
export function bodyOf({ requestBody }: ApiCall) {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return type && media ? { type, schema: media.schema ?? {}, example: JSON.stringify(media.example ?? {}, null, 2) } : null;
}
