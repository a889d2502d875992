import { Copy } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "@/components/shared/copy-link-button";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { type ApiCall, bodyOf } from "./document";

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
export function CallExample({ call }: { call: ApiCall }) {
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
