import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { languageOf } from "@/components/file-editor/language-of";
import { loadLanguage } from "@/components/file-editor/load-language";
import { codeBasics } from "./create-editor";

interface Comparison {
  /** Tells the language. */
  fileName: string;
  theirs: string;
  yours: string;
  /** Side by side; otherwise one text with both in it. */
  isWide: boolean;
}

/** Two large texts that have little in common are compared by and by coarser, rather than for ever. */
const settings = { collapseUnchanged: { margin: 3, minSize: 6 }, diffConfig: { scanLimit: 1_000, timeout: 1_500 } };

const look = EditorView.theme({
  "&.cm-merge-a .cm-changedLine, .cm-deletedChunk": { backgroundColor: "var(--code-removed)" },
  "&.cm-merge-b .cm-changedLine, .cm-insertedLine, .cm-inlineChangedLine": { backgroundColor: "var(--code-added)" },
  "&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText": {
    background: "var(--code-removed-part)",
    boxShadow: "inset 0 -2px var(--danger)",
  },
  "&.cm-merge-b .cm-changedText": { background: "var(--code-added-part)", boxShadow: "inset 0 -2px var(--accent)" },
  "&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter": { background: "var(--danger)" },
  "&.cm-merge-b .cm-changedLineGutter": { background: "var(--accent)" },
  ".cm-collapsedLines": { background: "var(--surface)", color: "var(--ink-muted)", padding: "5px 12px" },
  // The sign of its own is in few fonts.
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: '"···"' },
});

function readOnly(label: string, language: Extension): Extension {
  return [codeBasics(label), look, language, EditorState.readOnly.of(true), EditorView.lineWrapping];
}

/** Shows how two texts differ. Line ends are no difference here. @returns what takes it away again */
export async function createComparison(parent: HTMLElement, { fileName, theirs, yours, isWide }: Comparison): Promise<() => void> {
  const name = languageOf(fileName);
  const language = name ? await loadLanguage(name) : [];
  if (!isWide) {
    const extensions = [
      readOnly("Their version and yours", language),
      unifiedMergeView({ original: theirs, mergeControls: false, highlightChanges: true, ...settings }),
    ];
    const view = new EditorView({ parent, state: EditorState.create({ doc: yours, extensions }) });
    return () => view.destroy();
  }
  const view = new MergeView({
    parent,
    a: { doc: theirs, extensions: readOnly("Their version", language) },
    b: { doc: yours, extensions: readOnly("Your version", language) },
    ...settings,
  });
  return () => view.destroy();
}
