/** The peer: the tus library as its own documentation sets it up, with its file store, behind Node's HTTP server and nothing else. */
import { createServer } from "node:http";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";

const [folder = ".", port = "0"] = process.argv.slice(2);

const tus = new Server({ path: "/files", datastore: new FileStore({ directory: folder }) });
createServer((request, response) => void tus.handle(request, response)).listen(Number(port), () => process.send?.("ready"));
