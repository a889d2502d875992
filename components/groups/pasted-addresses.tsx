"use client";

import { FileUp } from "lucide-react";
import { useRef } from "react";
import { AddressPreviewList } from "@/components/people/address-preview";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import type { AddressPreview } from "@/lib/accounts/groups/schema";

interface PastedAddressesProps {
  text: string;
  onChange: (text: string) => void;
  addresses: readonly AddressPreview[] | null;
  isChecking: boolean;
  onCheck: () => void;
  error: string | undefined;
}

/** A field for many addresses, which also reads a CSV file, and the preview of them. */
export function PastedAddresses({ text, onChange, addresses, isChecking, onCheck, error }: PastedAddressesProps) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-4">
      <Field
        label="Addresses"
        hint="Up to 1,000, with commas, semicolons or line ends between them. A CSV file needs a column named Email."
        error={error}
      >
        {(control) => (
          <Textarea
            {...control}
            value={text}
            rows={5}
            spellCheck={false}
            autoCapitalize="none"
            placeholder={"ada@example.com\nGrace Harbour <grace@example.com>"}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" busy={isChecking} disabled={text.trim() === ""} onClick={onCheck}>
          Check Addresses
        </Button>
        <Button variant="secondary" onClick={() => file.current?.click()}>
          <FileUp aria-hidden />
          Read CSV File
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.txt,text/csv,text/plain"
          aria-label="CSV file"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = "";
            if (chosen) void chosen.text().then(onChange);
          }}
        />
      </div>
      {addresses ? <AddressPreviewList addresses={addresses} /> : null}
    </div>
  );
}
