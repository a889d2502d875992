import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { CallExample } from "./call-example";
import { type ApiCall, bodyOf, type FieldRow, fieldsOf, type Schemas, typeOf } from "./document";

/** Text with the `code` of Markdown. */
export function Prose({ children }: { children: string }) {
  return children.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text don't change
      <code key={`${index} ${part}`} className="wrap-anywhere rounded bg-surface px-1 text-sm">
        {part}
      </code>
    ),
  );
}

/** @param props.depth levels of fields below these ones */
function FieldRows({ rows, schemas, depth = 2 }: { rows: FieldRow[]; schemas: Schemas; depth?: number }) {
  return (
    <ul className="grid divide-y text-sm">
      {rows.map(({ name, schema, required, description = schema.description }) => {
        const below = depth > 0 ? fieldsOf(schema, schemas) : [];
        return (
          <li key={name} className="wrap-anywhere py-2">
            <code className="font-medium font-mono">{name}</code>{" "}
            <span className="text-ink-muted">{`${typeOf(schema)}${required ? "" : ", optional"}`}</span>
            {description ? (
              <p className="text-ink-muted">
                <Prose>{description}</Prose>
              </p>
            ) : null}
            {below.length > 0 ? (
              <div className="mt-1 border-l-2 pl-3">
                <FieldRows rows={below} schemas={schemas} depth={depth - 1} />
              </div>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

const methodStyles: Readonly<Record<string, string>> = {
  GET: "bg-accent-soft text-accent-ink",
  DELETE: "bg-danger-soft text-danger-ink",
};

/** A call in one line, with its details below when it is open. */
export function CallItem({ call, schemas }: { call: ApiCall; schemas: Schemas }) {
  const { method, path, summary, description, parameters, responses } = call;
  const [wasOpened, setWasOpened] = useState(false);
  const parts = [
    { title: "Parameters", text: "", rows: parameters },
    { title: "Body", text: "", rows: fieldsOf(bodyOf(call)?.schema ?? {}, schemas) },
    ...Object.entries(responses).map(([status, { description: text, content }]) => {
      const schema = Number(status) < 400 ? content["application/json"]?.schema : undefined;
      return { title: `Answer ${status}`, text, rows: schema ? fieldsOf(schema, schemas) : [] };
    }),
  ];
  // The texts of the usual errors are the same for all calls, and references here.
  const errors = Object.entries(responses).flatMap(([status, { description: text }]) => (text === undefined ? [status] : []));
  return (
    <details className="group rounded-lg border bg-raised" onToggle={({ currentTarget }) => setWasOpened(wasOpened || currentTarget.open)}>
      <summary className="flex list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-3 py-2.5 hover:bg-surface [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted transition-transform group-open:rotate-90" />
        <code
          className={cn(
            "w-16 rounded-md py-0.5 text-center font-semibold text-xs",
            methodStyles[method] ?? "bg-warning-soft text-warning-ink",
          )}
        >
          {method}
        </code>
        <h3 className="font-medium">{summary}</h3>
        <code className="wrap-anywhere text-ink-muted text-sm max-sm:w-full sm:ml-auto">{path}</code>
      </summary>
      {wasOpened ? (
        <div className="grid gap-x-8 gap-y-5 border-t p-4 xl:grid-cols-2">
          <div className="grid min-w-0 content-start gap-5">
            <p>
              <Prose>{description}</Prose>
            </p>
            {parts
              .filter(({ text, rows }) => text || rows.length > 0)
              .map(({ title, text, rows }) => (
                <section key={title} className="grid gap-1">
                  <h4 className="font-medium">{title}</h4>
                  {text ? (
                    <p className="text-ink-muted">
                      <Prose>{text}</Prose>
                    </p>
                  ) : null}
                  <FieldRows rows={rows} schemas={schemas} />
                </section>
              ))}
            {errors.length > 0 ? <p className="text-ink-muted">{`Errors: ${errors.join(", ")}`}</p> : null}
          </div>
          <CallExample call={call} />
        </div>
      ) : null}
    </details>
  );
}
