/** The comparison: the tus library with its file store, set up as its documentation shows, behind Node's HTTP server. */
import { createServer } from "node:http";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";

const [folder = ".", port = "0"] = process.argv.slice(2);

const tus = new Server({ path: "/files", datastore: new FileStore({ directory: folder }) });
createServer((request, response) => void tus.handle(request, response)).listen(Number(port), () => process.send?.("ready"));
