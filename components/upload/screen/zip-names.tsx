import { Select } from "@/components/shared/form/select";
import { Field } from "@/components/ui/field";
import { type NameEncoding, nameEncodingLabels } from "@/lib/archives/directory/name-encoding";
import type { ZipNames } from "@/lib/upload-client/zip/zip-analysis";

interface ZipNamesProps {
  names: ZipNames;
  onChoose: (encoding: NameEncoding) => void;
}

/** Shows names that declare no encoding as they are decoded, and lets the admin choose another encoding. */
export function ZipNamesChoice({ names: { encoding, samples, options }, onChoose }: ZipNamesProps) {
  const choose = (value: string) => {
    const chosen = options.find((option) => option.encoding === value);
    if (chosen && chosen.encoding !== encoding) onChoose(chosen.encoding);
  };
  return (
    <section aria-label="Names in this ZIP" className="grid gap-2.5 rounded-lg border bg-surface px-4 py-3">
      <Field label="Names in this ZIP" hint="The ZIP doesn't say how its names are encoded. If they look wrong, choose another encoding.">
        {({ id }) => (
          <Select
            id={id}
            label="Names in this ZIP"
            value={encoding}
            onChange={choose}
            options={options.map((option) => [option.encoding, `${nameEncodingLabels[option.encoding]}: ${option.example}`] as const)}
          />
        )}
      </Field>
      <ul className="grid gap-1 text-sm">
        {samples.map((sample) => (
          <li key={sample} className="wrap-anywhere">
            <bdi>{sample}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
