/** The upload server as a process of its own, which `forkUploadServer` starts: it listens on UPLOAD_SERVER_PORT and reports its port. */
import { startUploadServer } from "./upload-server";

const server = await startUploadServer(Number(process.env.UPLOAD_SERVER_PORT));
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)));
process.on("disconnect", () => process.exit(0));
process.send?.({ port: server.port });
