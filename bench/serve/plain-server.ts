/** The comparison: a minimal file server. It opens, stats and streams a file of a folder, without users. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";

const [folder = ".", port = "0"] = process.argv.slice(2);

createServer((request, response) => {
  const file = path.join(folder, decodeURIComponent((request.url ?? "/").split("?", 1)[0] ?? "/"));
  stat(file).then(
    ({ size, mtime }) => {
      response.writeHead(200, { "Content-Length": size, "Content-Type": "image/png", "Last-Modified": mtime.toUTCString() });
      createReadStream(file).pipe(response);
    },
    () => response.writeHead(404).end(),
  );
}).listen(Number(port), () => process.send?.("ready"));
