import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** Writes a configuration of nginx with one process that serves a folder, and keeps its files open. @returns arguments of nginx */
export async function configureNginx(folder: string, files: string, port: number): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const config = path.join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(" ");
  await writeFile(
    config,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  ${temporary}
  types { image/png png; text/html html; text/css css; text/javascript js; application/json json; }
  gzip on; gzip_types text/css text/javascript application/json;
  access_log off; sendfile on; keepalive_requests 1000000000;
  open_file_cache max=30000 inactive=60s; open_file_cache_valid 30s;
  server { listen 127.0.0.1:${port}; root ${files}; expires 30s; }
}
`,
  );
  return ["-p", folder, "-e", path.join(folder, "error.log"), "-c", config];
}
