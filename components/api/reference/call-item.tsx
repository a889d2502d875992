import { ChevronRight, Copy } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "@/components/shared/copy-link-button";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { type ApiCall, bodyOf, type FieldRow, fieldsOf, type Schemas, typeOf } from "./document";

/** Long lines wrap, because keyboard users can't scroll the text. */
const codeStyles = "wrap-anywhere whitespace-pre-wrap rounded-lg bg-surface p-3 font-mono text-sm";

/** Returns the command that makes a call. */
function commandOf(method: string, address: string, type: string | undefined, body: string): string {
  const data = type === "application/json" ? `-d '${body.replaceAll("'", String.raw`'\''`)}'` : "--data-binary @file";
  return [
    `curl -X ${method} '${address}'`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(type ? [`-H 'Content-Type: ${type}'`, data] : []),
  ].join(" \\\n  ");
}

/** An example of a call as a command to copy. The reader can change it, and make the call with the own session. */
function CallExample({ call }: { call: ApiCall }) {
  const { method } = call;
  const sent = bodyOf(call);
  const [path, setPath] = useState(call.path);
  const [body, setBody] = useState(sent?.example ?? "");
  const [answer, setAnswer] = useState("");
  const command = commandOf(method, `${window.location.origin}${path}`, sent?.type, body);

  async function send() {
    setAnswer("Sending...");
    try {
      const response = await fetch(path, { method, cache: "no-store", ...(sent && { headers: { "Content-Type": sent.type }, body }) });
      setAnswer(`${response.status} ${response.statusText}\n\n${await response.text()}`.trim());
    } catch {
      setAnswer("The server can't be reached.");
    }
  }

  return (
    <div className="grid min-w-0 content-start gap-2">
      <div className="flex items-center justify-between gap-3">
        <h4 className="font-medium">Example</h4>
        <CopyButton icon={Copy} label="Copy" size="small" text={command} copied="Example copied" />
      </div>
      <pre className={codeStyles}>{command}</pre>
      {!sent || sent.type === "application/json" ? (
        <details>
          <summary className="font-medium text-accent-ink">Try it with your session</summary>
          <div className="mt-3 grid gap-3">
            <Field label="Path">
              {(control) => <Input {...control} value={path} onChange={({ target }) => setPath(target.value)} className="font-mono" />}
            </Field>
            {sent ? (
              <Field label="Body">
                {(control) => <Textarea {...control} value={body} onChange={({ target }) => setBody(target.value)} className="font-mono" />}
              </Field>
            ) : null}
            <Button className="justify-self-start" onClick={() => void send()}>{`Send ${method}`}</Button>
            <pre role="status" className={`${codeStyles} empty:hidden`}>
              {answer}
            </pre>
          </div>
        </details>
      ) : null}
    </div>
  );
}

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
