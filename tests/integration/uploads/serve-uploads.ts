/** Runs the upload server as its own process: `forkUploadServer` starts it. It listens on UPLOAD_SERVER_PORT and reports its port. */
import { startUploadServer } from "./upload-server";

const server = await startUploadServer(Number(process.env.UPLOAD_SERVER_PORT));
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)));
process.on("disconnect", () => process.exit(0));
process.send?.({ port: server.port });
