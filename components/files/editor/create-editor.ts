import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { closeSearchPanel, highlightSelectionMatches, openSearchPanel, search, searchKeymap, searchPanelOpen } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { codeTheme } from "./code-theme";
import { loadLanguage } from "./languages";
import { indentOf, lineEndingOf, lineSeparatorOf, withLineEnds } from "./text-format";

export interface CursorPosition {
  line: number;
  column: number;
}

export interface EditorOptions {
  text: string;
  fileName: string;
  label: string;
  describedBy?: string;
  isReadOnly?: boolean;
  isWrapped: boolean;
  onChange?: (isChanged: boolean) => void;
  onCursor?: (position: CursorPosition) => void;
  /** Called with true after Escape, when the next Tab leaves the editor, and with false when Tab indents again. */
  onTabLeaves?: (leaves: boolean) => void;
}

export interface Snapshot {
  content: string;
  keep: () => void;
}

export interface EditorHandle {
  snapshot: () => Snapshot;
  focus: () => void;
  openSearch: () => void;
  setWrapped: (isWrapped: boolean) => void;
  destroy: () => void;
}

export function codeBasics(label: string, describedBy?: string): Extension {
  return [
    lineNumbers(),
    highlightSpecialChars(),
    codeTheme,
    // axe and some screen readers need a tabindex to reach scrolling text by keyboard.
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": label, ...(describedBy ? { "aria-describedby": describedBy } : {}) }),
    EditorView.clipboardInputFilter.of((text, state) => withLineEnds(text, state.lineBreak)),
    EditorState.phrases.of({ next: "Next", previous: "Previous", all: "All", replace: "Replace", "replace all": "Replace All" }),
  ];
}

function editing(text: string): Extension {
  return [
    history(),
    indentUnit.of(indentOf(text)),
    indentOnInput(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    keymap.of([...historyKeymap, indentWithTab]),
  ];
}

/** Creates an editor in `parent`. Escape closes the search, then lets Tab leave the editor. Import this file only on demand. */
export function createEditor(parent: HTMLElement, options: EditorOptions): EditorHandle {
  const { text, fileName, isReadOnly = false } = options;
  const ended = new AbortController();
  const wrapping = new Compartment();
  const language = new Compartment();
  let tabLeaves = false;

  function setTabLeaves(leaves: boolean) {
    if (leaves === tabLeaves || ended.signal.aborted) return;
    tabLeaves = leaves;
    view.setTabFocusMode(leaves);
    options.onTabLeaves?.(leaves);
  }

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        // Set explicitly: otherwise the editor accepts any line ending and saves them all as one kind.
        EditorState.lineSeparator.of(lineSeparatorOf(lineEndingOf(text))),
        codeBasics(options.label, options.describedBy),
        foldGutter({ openText: "▾", closedText: "▸" }),
        bracketMatching(),
        highlightSelectionMatches(),
        search({ top: true }),
        isReadOnly ? EditorState.readOnly.of(true) : editing(text),
        keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap]),
        wrapping.of(options.isWrapped ? EditorView.lineWrapping : []),
        language.of([]),
        EditorView.updateListener.of(({ state, docChanged, selectionSet }) => {
          if (docChanged) options.onChange?.(!state.doc.eq(kept));
          if (docChanged || selectionSet) reportCursor(state);
          if (docChanged) setTabLeaves(false);
        }),
        // Delayed: a dialog takes the focus when its content changes while no element has the focus.
        EditorView.domEventHandlers({ blur: () => void setTimeout(() => setTabLeaves(false)) }),
      ],
    }),
  });
  let kept = view.state.doc;

  function reportCursor(state: EditorState) {
    const { head } = state.selection.main;
    const line = state.doc.lineAt(head);
    options.onCursor?.({ line: line.number, column: head - line.from + 1 });
  }

  function handleEscape(): boolean {
    if (searchPanelOpen(view.state)) {
      closeSearchPanel(view);
      view.focus();
      return true;
    }
    if (isReadOnly || tabLeaves) return false;
    setTabLeaves(true);
    return true;
  }

  // Runs before the dialog's listener on the document, which would close the dialog.
  window.addEventListener(
    "keydown",
    (event) => {
      const isHere = event.key === "Escape" && !event.isComposing && event.target instanceof Node && view.dom.contains(event.target);
      if (!isHere || !handleEscape()) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal: ended.signal },
  );

  void loadLanguage(fileName).then((extension) => {
    if (!ended.signal.aborted) view.dispatch({ effects: language.reconfigure(extension) });
  });
  reportCursor(view.state);

  return {
    snapshot: () => {
      const { state } = view;
      return {
        content: state.sliceDoc(),
        keep: () => {
          kept = state.doc;
          options.onChange?.(!view.state.doc.eq(kept));
        },
      };
    },
    focus: () => view.focus(),
    openSearch: () => void openSearchPanel(view),
    setWrapped: (isWrapped) => view.dispatch({ effects: wrapping.reconfigure(isWrapped ? EditorView.lineWrapping : []) }),
    destroy: () => {
      ended.abort();
      view.destroy();
    },
  };
}
