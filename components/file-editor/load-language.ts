import type { Extension } from "@codemirror/state";
import type { LanguageName } from "./language-of";

/** Each language is fetched when the first file of it is opened. */
const loaders: Readonly<Record<LanguageName, () => Promise<Extension>>> = {
  css: async () => (await import("@codemirror/lang-css")).css(),
  html: async () => (await import("@codemirror/lang-html")).html(),
  javascript: async () => (await import("@codemirror/lang-javascript")).javascript(),
  json: async () => (await import("@codemirror/lang-json")).json(),
  jsx: async () => (await import("@codemirror/lang-javascript")).javascript({ jsx: true }),
  markdown: async () => (await import("@codemirror/lang-markdown")).markdown(),
  python: async () => (await import("@codemirror/lang-python")).python(),
  sql: async () => (await import("@codemirror/lang-sql")).sql(),
  tsx: async () => (await import("@codemirror/lang-javascript")).javascript({ jsx: true, typescript: true }),
  typescript: async () => (await import("@codemirror/lang-javascript")).javascript({ typescript: true }),
  xml: async () => (await import("@codemirror/lang-xml")).xml(),
  yaml: async () => (await import("@codemirror/lang-yaml")).yaml(),
};

/** @returns what colours the language; nothing when it could not be fetched, for the text can be read without */
export function loadLanguage(language: LanguageName): Promise<Extension> {
  return loaders[language]().catch(() => []);
}
