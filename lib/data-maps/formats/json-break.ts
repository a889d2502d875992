const TOKEN =
  /[ \t\r\n]*("[^"\\\n\r\t]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\n\r\t]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:])/y;

const VALUE = { "{": "first key", "[": "first item", text: "after", other: "after" } as const;

/** What may follow, by the kind of the next token. `after` a value depends on the bracket around it. */
const GRAMMAR: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  value: VALUE,
  "first item": { ...VALUE, "]": "after" },
  key: { text: "colon" },
  "first key": { text: "colon", "}": "after" },
  colon: { ":": "value" },
  "after in [": { ",": "value", "]": "after" },
  "after in {": { ",": "key", "}": "after" },
};

function kindOf(token: string): string {
  if (token.startsWith('"')) return "text";
  return "{}[],:".includes(token) ? token : "other";
}

/** Returns the state after a token; undefined when the token can't be there. @param open brackets that are open, which it changes */
function follow(state: string, token: string, open: string[]): string | undefined {
  const next = GRAMMAR[state]?.[kindOf(token)];
  if (token === "{" || token === "[") open.push(token);
  if (token === "}" || token === "]") open.pop();
  return next === "after" ? `after in ${open.at(-1)}` : next;
}

/** Returns where a text stops being JSON, which browsers report in different ways or not at all: "line 3, column 14". @param text that JSON.parse has refused */
export function findJsonBreak(text: string): string {
  const open: string[] = [];
  let state: string | undefined = "value";
  let offset = 0;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match?.[1] !== undefined; match = TOKEN.exec(text)) {
    state = follow(state, match[1], open);
    if (state === undefined) break;
    offset = TOKEN.lastIndex;
  }
  const before = text.slice(0, offset) + (/^[ \t\r\n]*/.exec(text.slice(offset))?.[0] ?? "");
  return `line ${before.split("\n").length}, column ${before.length - before.lastIndexOf("\n")}`;
}
