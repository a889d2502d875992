import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { RefCallback } from "react";
import { codeBasics } from "./create-editor";
import { loadLanguage } from "./languages";

interface Comparison {
  fileName: string;
  theirs: string;
  yours: string;
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
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: '"···"' },
});

function readOnly(label: string, language: Extension): Extension {
  return [codeBasics(label), look, language, EditorState.readOnly.of(true), EditorView.lineWrapping];
}

/** Returns the ref callback of an element that the comparison is drawn in. */
export async function loadComparison({ fileName, theirs, yours, isWide }: Comparison): Promise<RefCallback<HTMLElement>> {
  const language = await loadLanguage(fileName);
  return (parent) => {
    if (!parent) return;
    const view = isWide
      ? new MergeView({
          parent,
          a: { doc: theirs, extensions: readOnly("Their version", language) },
          b: { doc: yours, extensions: readOnly("Your version", language) },
          ...settings,
        })
      : new EditorView({
          parent,
          doc: yours,
          extensions: [
            readOnly("Their version and yours", language),
            unifiedMergeView({ original: theirs, mergeControls: false, highlightChanges: true, ...settings }),
          ],
        });
    return () => view.destroy();
  };
}
