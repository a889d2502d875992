"use client";

import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { LayerNotes } from "@/components/data-maps/layer-notes";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ImportedStyle } from "@/lib/data-maps/formats/styles/maplibre-style";
import type { DataMap } from "@/lib/data-maps/schema";

const MOST_MEGABYTES = 2;

interface StyleImportProps {
  map: DataMap;
  onChange: (map: DataMap) => void;
}

/** Takes the styles of layers from a MapLibre style, and says what it leaves out. */
export function StyleImport({ map, onChange }: StyleImportProps) {
  const input = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<Pick<ImportedStyle, "styled" | "notes"> | string | null>(null);

  async function read(file: File) {
    if (file.size > MOST_MEGABYTES * 1024 * 1024) return setResult(`A MapLibre style can have up to ${MOST_MEGABYTES} MB.`);
    try {
      const { importMapLibreStyle } = await import("@/lib/data-maps/formats/styles/maplibre-style");
      const imported = importMapLibreStyle(map, await file.text());
      if (imported && imported.styled.length > 0) onChange(imported.map);
      setResult(imported ?? "This file is no MapLibre style. Choose a JSON file with version 8 and layers.");
    } catch {
      setResult("The style could not be read. Please try again.");
    }
  }

  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        Import MapLibre Style
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="MapLibre style"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = "";
          if (chosen) void read(chosen);
        }}
      />
      {typeof result === "string" ? <Notice tone="error">{result}</Notice> : null}
      {result !== null && typeof result !== "string" ? (
        <Notice className="w-full">
          <p>{summarize(result.styled)}</p>
          <LayerNotes notes={result.notes} />
        </Notice>
      ) : null}
    </div>
  );
}

function summarize(styled: readonly string[]): string {
  if (styled.length === 0) return "No layer takes a style from this file. Layers are found by their source-layer, name, source or file.";
  return `${styled.join(", ")} ${styled.length === 1 ? "has" : "have"} the style of the file.`;
}
