"use client";

import { FileUp } from "lucide-react";
import { useRef } from "react";
import { countOf } from "@/components/shared/count-of";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import type { AddressKind, AddressPreview } from "@/lib/accounts/groups/schema";
import { addressKinds } from "./group-texts";

const kinds = Object.keys(addressKinds) as AddressKind[];

/** Shows what the server says of each address. */
function Preview({ addresses }: { addresses: readonly AddressPreview[] }) {
  const found = kinds
    .map((kind) => ({ kind, count: addresses.filter((one) => one.kind === kind).length }))
    .filter(({ count }) => count > 0);
  return (
    <div className="grid gap-2">
      <p role="status" className="flex flex-wrap items-center gap-1.5">
        <span className="mr-1 font-medium text-sm">{countOf(addresses.length, ["address", "addresses"])}</span>
        {found.map(({ kind, count }) => (
          <Badge key={kind} tone={addressKinds[kind].tone} className="tabular-nums">
            {`${addressKinds[kind].label}: ${count.toLocaleString("en-US")}`}
          </Badge>
        ))}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the list */}
      <section tabIndex={0} aria-label="Checked addresses" className="max-h-56 overflow-y-auto rounded-lg border empty:hidden">
        <ul className="divide-y">
          {addresses.map(({ address, kind }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an address can be there twice, and the list is never reordered
            <li key={index} className="flex items-center justify-between gap-3 px-3 py-1.5">
              <bdi className="wrap-anywhere min-w-0">{address}</bdi>
              <Badge tone={addressKinds[kind].tone}>{addressKinds[kind].label}</Badge>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

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
      {addresses ? <Preview addresses={addresses} /> : null}
    </div>
  );
}
