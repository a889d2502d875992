/** A peer: sirv, as it runs in production. It lists the folder at its start. */
import { createServer } from "node:http";
import sirv from "sirv";

const [folder = ".", port = "0"] = process.argv.slice(2);

createServer(sirv(folder, { etag: true, maxAge: 30 })).listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
