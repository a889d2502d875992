/**
 * Runs the upload server as its own process: `forkUploadServer` starts it. It listens on UPLOAD_SERVER_PORT and reports its port.
 * UPLOAD_SERVER_END_MS: how long requests may take when it closes.
 */
import { startUploadServer } from "./upload-server";

const endMs = process.env.UPLOAD_SERVER_END_MS;
const server = await startUploadServer(Number(process.env.UPLOAD_SERVER_PORT), endMs ? Number(endMs) : undefined);
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)));
process.on("disconnect", () => process.exit(0));
process.send?.({ port: server.port });
