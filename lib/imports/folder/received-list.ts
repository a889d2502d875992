import { type JsonPart, readJsonStream } from "../../http/json-stream";
import { parseInput } from "../../http/route";
import { versionStateSchema } from "../../projects/versions/schema";
import { headSchema, type ListHead, parseFile, parseRemoved } from "./fields";
import { ListCheck } from "./list-check";
import { type ListLine, toText } from "./list-format";
import { refuseList } from "./refusals";

const LISTS = ["files", "removed"] as const;

/** Many times the longest path, even when every character is escaped. */
const VALUE_LIMIT = 64 * 1024;

/** Reads the body of POST /process-tus-upload. Checks its lists while they arrive, and keeps its fields. */
export class ReceivedList {
  readonly check = new ListCheck();
  /** Without a prototype, so that a field called `__proto__` is an ordinary field. */
  private readonly fields = Object.create(null) as Record<string, unknown>;
  private items = 0;

  async *lines(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, undefined> {
    for await (const parts of readJsonStream(body, { lists: LISTS, valueLimit: VALUE_LIMIT })) {
      const lines = parts.flatMap((part) => this.take(part));
      if (lines.length > 0) yield Buffer.from(toText(lines));
    }
    const base = versionStateSchema.safeParse(this.fields.baseVersion).data;
    // The worker compares the revision again when it copies that version.
    if (base?.revision != null) yield Buffer.from(toText([{ baseRevision: base.revision }]));
  }

  /** Returns the fields once the whole body has been read. @throws AppError 400 */
  async finish(): Promise<ListHead> {
    const head = parseInput(headSchema, this.fields);
    await this.check.finish(head.baseVersion !== null);
    return head;
  }

  private take(part: JsonPart): ListLine[] {
    if ("field" in part) {
      if (LISTS.some((name) => name === part.field) && part.value !== null) throw refuseList(`${part.field} must be a list.`);
      this.fields[part.field] = part.value;
      return [];
    }
    if (part.list === "removed") return part.items.map((item) => this.check.remove(parseRemoved(item)));
    return part.items.flatMap((item) => {
      this.items += 1;
      return this.check.add(parseFile(item, this.items)) ?? [];
    });
  }
}
