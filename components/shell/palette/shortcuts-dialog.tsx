"use client";

import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";

export function ShortcutsDialog({ paletteKeys, onClose }: { paletteKeys: string; onClose: () => void }) {
  const groups = {
    "On every screen": {
      [paletteKeys]: "Search maps, pages and actions",
      "/": "Go to the search of the list",
      "?": "Show the keyboard shortcuts",
    },
    "In the file manager of a project": {
      Enter: "Open the file or folder",
      Space: "Select the file or folder",
      Backspace: "Go to the folder above",
      F2: "Rename",
      "Ctrl+X, Ctrl+C, Ctrl+V": "Cut, copy, paste",
      Del: "Move to trash",
      "Ctrl+Z": "Undo the last deletion",
      "Ctrl+S": "Save the edited file",
    },
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent aria-describedby={undefined} className="sm:max-w-md">
        <DialogHeader>
          <DialogTitle>Keyboard shortcuts</DialogTitle>
        </DialogHeader>
        {/* Focusable, so that the keyboard can scroll it. */}
        <DialogBody tabIndex={0} className="grid gap-5 outline-offset-[-2px]">
          {Object.entries(groups).map(([heading, shortcuts]) => (
            <section key={heading} aria-label={heading}>
              <h3 className="mb-1 font-medium text-ink-muted text-sm">{heading}</h3>
              <dl className="divide-y">
                {Object.entries(shortcuts).map(([keys, text]) => (
                  <div key={keys} className="flex items-center justify-between gap-4 py-1.5">
                    <dt>{text}</dt>
                    <dd className="rounded-md border bg-surface px-1.5 py-0.5 text-right text-xs">{keys}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
