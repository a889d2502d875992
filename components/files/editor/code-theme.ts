import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Colours in the light and in the dark theme. */
const inks = {
  comment: ["#4f5d6c", "#9dabb8"],
  keyword: ["#7b3aa8", "#cda6f5"],
  string: ["#1a6b3c", "#8fd9a5"],
  number: ["#95480a", "#f2b672"],
  name: ["#1c5aa6", "#8cbdf8"],
  tag: ["#0b625c", "#5fd8c7"],
  property: ["#7d4a05", "#e5ca93"],
  sign: ["#4d5d6d", "#a1aebb"],
  match: ["#fbe3a7", "#3f310c"],
  added: ["#edf8f1", "#0e2017"],
  "added-part": ["#cdf0d8", "#123a23"],
  removed: ["#fdf1ef", "#271211"],
  "removed-part": ["#fcd9d4", "#4d1f1b"],
} as const;
const variables = (theme: 0 | 1) => Object.fromEntries(Object.entries(inks).map(([name, pair]) => [`--code-${name}`, pair[theme]]));

const frame = {
  "&": { height: "100%", backgroundColor: "var(--canvas)", color: "var(--ink)", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  "&.cm-focused .cm-scroller": { boxShadow: "inset 0 0 0 2px var(--accent)" },
  ".cm-scroller": {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
    lineHeight: "1.6",
    fontFeatureSettings: "normal",
    overscrollBehavior: "contain",
  },
  ".cm-content": { padding: "8px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 12px 0 8px" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink-faint)", borderRight: "1px solid var(--line)" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 12px", minWidth: "36px" },
  ".cm-foldGutter .cm-gutterElement": { padding: "0 4px", cursor: "pointer" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 5%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--accent-soft)", color: "var(--accent-ink)" },
  ".cm-specialChar": { color: "var(--danger-ink)" },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--accent-soft)",
    border: "none",
    color: "var(--accent-ink)",
    padding: "0 6px",
    margin: "0 2px",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--danger-soft)", outline: "1px solid var(--danger)" },
  ".cm-searchMatch": { backgroundColor: "var(--code-match)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--code-match)", outline: "2px solid var(--warning)" },
  ".cm-selectionMatch": { backgroundColor: "var(--accent-soft)" },
};

const field = { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line-strong)", borderRadius: "6px" };

const panels = {
  ".cm-panels": { backgroundColor: "var(--surface)", color: "var(--ink)", zIndex: "1" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "8px 40px 8px 12px", display: "flex", flexWrap: "wrap", alignItems: "center", gap: "6px" },
  ".cm-panel.cm-search br": { flexBasis: "100%", content: '""', display: "block", height: "0" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label": { margin: "0", fontSize: "13px" },
  ".cm-panel.cm-search label": { display: "inline-flex", alignItems: "center", gap: "4px", fontSize: "13px" },
  ".cm-panel.cm-search input[type=checkbox]": { accentColor: "var(--accent)", width: "15px", height: "15px" },
  ".cm-textfield": { ...field, height: "30px", padding: "0 8px", minWidth: "0", width: "min(220px, 100%)" },
  ".cm-button": { ...field, backgroundImage: "none", height: "30px", padding: "0 10px", fontWeight: "500" },
  ".cm-button:hover": { backgroundColor: "var(--surface)", borderColor: "var(--ink-faint)" },
  ".cm-button:active": { backgroundImage: "none" },
  ".cm-panel.cm-search button[name=close]": {
    position: "absolute",
    top: "7px",
    right: "8px",
    width: "28px",
    height: "28px",
    fontSize: "18px",
    lineHeight: "1",
    borderRadius: "6px",
    color: "var(--ink-muted)",
  },
  ".cm-panel.cm-search [name=close]:hover": { backgroundColor: "var(--line)", color: "var(--ink)" },
};

const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.meta], color: "var(--code-comment)" },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.regexp, tags.special(tags.string), tags.attributeValue], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color], color: "var(--code-number)" },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.definition(tags.variableName)],
    color: "var(--code-name)",
  },
  { tag: [tags.tagName, tags.typeName, tags.className, tags.namespace, tags.heading], color: "var(--code-tag)" },
  { tag: [tags.propertyName, tags.attributeName, tags.labelName], color: "var(--code-property)" },
  { tag: [tags.punctuation, tags.bracket, tags.operator, tags.separator], color: "var(--code-sign)" },
  { tag: [tags.link, tags.url], color: "var(--code-name)", textDecoration: "underline" },
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: tags.invalid, color: "var(--danger-ink)" },
]);

export const codeTheme: Extension = [
  EditorView.theme({ "&": variables(0), ".dark &": variables(1) }),
  EditorView.theme({ ...frame, ...panels }),
  syntaxHighlighting(colours),
];
