"use client";

import { countOf } from "@/components/shared/count-of";
import { Badge } from "@/components/ui/badge";
import type { AddressKind, AddressPreview } from "@/lib/accounts/groups/schema";

/** What the preview says of an address, in its order. */
const addressKinds: Readonly<Record<AddressKind, { label: string; tone: "accent" | "neutral" | "warning" | "danger" }>> = {
  known: { label: "Known", tone: "accent" },
  new: { label: "New", tone: "warning" },
  member: { label: "Already a member", tone: "neutral" },
  admin: { label: "Admin", tone: "neutral" },
  duplicate: { label: "Duplicate", tone: "neutral" },
  invalid: { label: "Invalid", tone: "danger" },
};

const kinds = Object.keys(addressKinds) as AddressKind[];

/** Shows what the server says of each address. */
export function AddressPreviewList({ addresses }: { addresses: readonly AddressPreview[] }) {
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
