import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { RefCallback } from "react";
import { codeBasics } from "./create-editor";
import { loadLanguage } from "./languages";

interface Comparison {
  fileName: string;
  saved: string;
  yours: string;
  isWide: boolean;
}

/** Limits the time of a comparison: large, different texts are compared less exactly. */
const settings = { collapseUnchanged: { margin: 3, minSize: 6 }, diffConfig: { scanLimit: 1_000, timeout: 1_500 } };

const theme = EditorView.theme({
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
  return [codeBasics(label), theme, language, EditorState.readOnly.of(true), EditorView.lineWrapping];
}

export async function loadComparison({ fileName, saved, yours, isWide }: Comparison): Promise<RefCallback<HTMLElement>> {
  const language = await loadLanguage(fileName);
  return (parent) => {
    if (!parent) return;
    const view = isWide
      ? new MergeView({
          parent,
          a: { doc: saved, extensions: readOnly("Saved version", language) },
          b: { doc: yours, extensions: readOnly("Your version", language) },
          ...settings,
        })
      : new EditorView({
          parent,
          doc: yours,
          extensions: [
            readOnly("Saved version and your version", language),
            unifiedMergeView({ original: saved, mergeControls: false, highlightChanges: true, ...settings }),
          ],
        });
    return () => view.destroy();
  };
}
