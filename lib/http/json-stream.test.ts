import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../errors";
import { type JsonPart, readJsonStream } from "./json-stream";

const options = { lists: ["files", "removed"], valueLimit: 1_000 };

function inChunks(bytes: Uint8Array, size: number): AsyncIterable<Uint8Array> {
  return Readable.from(Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)));
}

async function read(text: string | Uint8Array, size = 7, given = options): Promise<Record<string, unknown>> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const found: Record<string, unknown> = Object.create(null);
  const add = (part: JsonPart) => {
    if ("field" in part) found[part.field] = part.value;
    else found[part.list] = [...((found[part.list] as unknown[] | undefined) ?? []), ...part.items];
  };
  for await (const parts of readJsonStream(inChunks(bytes, size), given)) parts.forEach(add);
  return found;
}

/** Returns what JSON.parse would; a list without items has no part. */
function whole(text: string): Record<string, unknown> {
  const parsed = JSON.parse(text) as Record<string, unknown>;
  const isLeftOut = ([name, value]: [string, unknown]) => options.lists.includes(name) && Array.isArray(value) && value.length === 0;
  return Object.assign(Object.create(null), Object.fromEntries(Object.entries(parsed).filter((entry) => !isLeftOut(entry))));
}

describe("readJsonStream", () => {
  it.each([
    "{}",
    ' { "a" : 1 } ',
    '{"files":[]}',
    '{"files":[ ] , "removed":["x"]}',
    '{"files":[{"a":"]},{\\"[","b":[1,[2]]},2,"x,y"],"projectName":"a, \\"b\\" {[","deep":{"files":[1,2]}}',
    '{"name":"Karte von Köln 🗺️","files":[{"p":"ü/🗺️.png"}, null, [], {} ]}',
    '{"files":"no list","other":[1,2,3]}',
    '{"files":{"0":1}}',
  ])("equals JSON.parse at any split of %s", async (text) => {
    for (const size of [1, 2, 3, 5, 1_000]) expect(await read(text, size)).toEqual(whole(text));
  });

  it("equals JSON.parse for any object", async () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const object = fc.record({ projectName: value, files: fc.oneof(fc.array(value), value), removed: fc.array(fc.string()), extra: value });
    await fc.assert(
      fc.asyncProperty(object, fc.integer({ min: 1, max: 40 }), fc.boolean(), async (given, size, isSpaced) => {
        const text = JSON.stringify(given, null, isSpaced ? 1 : undefined);
        expect(await read(text, size, { ...options, valueLimit: 100_000 })).toEqual(whole(text));
      }),
    );
  });

  it("yields parts before the rest has arrived", async () => {
    const parts = readJsonStream(inChunks(new TextEncoder().encode('{"files":[1,2,3,4],"a":5}'), 13), options);
    expect((await parts.next()).value).toEqual([{ list: "files", items: [1] }]);
    expect((await parts.next()).value).toEqual([
      { list: "files", items: [2, 3, 4] },
      { field: "a", value: 5 },
    ]);
  });
});

describe("readJsonStream rejects", () => {
  it.each([
    "", " ", "[]", "1", "null", '"x"', "{", "}", '{"a":1', '{"a":1}}', '{"a":1}{}', '{"a":1} x', '{"a":1,}', '{,"a":1}', "{,}", '{"a"}', '{"a":}', '{"a":1 "b":2}',
    '{"files":[1,]}', '{"files":[,1]}', '{"files":[,]}', '{"files":[1,,2]}', '{"files":[1 2]}', '{"files":[1}', '{"files":[1]1}', '{"files":[1][2]}', '{"files":[1]"a":2}',
    '{"files":[{"a":1]}]}', '{"files":["\\x"]}', '{"files":[01]}', "{'a':1}", '{"a":1]', '[{"files":[]}]', '{"files":[1],}', '{"a":"', '{"a":"\\', '{"files":[NaN]}', '{"files":["\n"]}',
  ])("what is no JSON object: %j", async (text) => {
    for (const size of [1, 4, 1_000]) {
      const outcome = read(text, size);
      await expect(outcome).rejects.toBeInstanceOf(AppError);
      await expect(outcome).rejects.toMatchObject({ code: "bad_request", message: "The body is not valid JSON." });
    }
  }); // biome-ignore format: one line a kind

  it("invalid UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from('{"files":["'), Buffer.from([0xff]), Buffer.from('"]}')]);
    await expect(read(bytes)).rejects.toMatchObject({ message: "The body is not valid JSON." });
  });

  it("a duplicate field", async () => {
    for (const text of ['{"a":1,"a":1}', '{"files":[],"files":[]}', '{"files":1,"files":[1]}', '{"files":[1],"files":2}']) {
      await expect(read(text)).rejects.toMatchObject({ message: "A field of the body is there twice." });
    }
  });

  it("a value that is too long, before it has arrived completely", async () => {
    const long = "x".repeat(2_000);
    for (const text of [`{"a":"${long}`, `{"files":["${long}`, `{"files":[1${" ".repeat(2_000)}`, `{"other":[${"1,".repeat(1_000)}`]) {
      await expect(read(text, 100)).rejects.toMatchObject({ message: "A value of the body is too long." });
    }
    expect(await read(`{"files":[${"1,".repeat(2_000)}1]}`, 100)).toMatchObject({ files: { length: 2_001 } });
  });

  it("more than 100 fields", async () => {
    const text = JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, 1])));
    await expect(read(text, 64)).rejects.toMatchObject({ message: "The body has too many fields." });
  });
});
