import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { until } from "../setup/until";

export interface NginxPorts {
  app: number;
  maps: number;
  webs: readonly [number, number];
  mapsInstances: readonly [number, number];
}

export interface Nginx {
  stop(): Promise<void>;
}

/** Replaces an example value of the documented file. @throws Error when it is missing */
function put(text: string, example: string, value: string): string {
  if (!text.includes(example)) throw new Error(`docs/deploy/nginx.conf has no "${example}".`);
  return text.replace(example, value);
}

/** Returns the documented file with this machine's ports. @param certificates folder of the certificates; null: plain HTTP */
async function render({ app, maps, webs, mapsInstances }: NginxPorts, certificates: string | null): Promise<string> {
  let text = await readFile("docs/deploy/nginx.conf", "utf8");
  for (const [index, port] of webs.entries()) text = put(text, `server web-${index + 1}:3000`, `server 127.0.0.1:${port}`);
  for (const [index, port] of mapsInstances.entries()) text = put(text, `server maps-${index + 1}:3001`, `server 127.0.0.1:${port}`);
  const tls = certificates === null ? "" : " ssl http2";
  for (const port of [app, maps]) text = put(text, "listen 443 ssl http2;", `listen ${port}${tls}; listen [::]:${port}${tls};`);
  if (certificates === null) return text.replaceAll(/^ *ssl_certificate.*\n/gm, "");
  return text.replaceAll("/etc/ssl/", `${certificates}/`);
}

/** Makes nginx write to this folder only. Of /etc/nginx, only the list of MIME types is used. */
function frame(folder: string): string {
  const isRoot = process.getuid?.() === 0;
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`);
  return `${isRoot ? "user root;" : ""}
daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 2048; }
http {
  access_log ${folder}/access.log;
  default_type application/octet-stream;
  ${temporary.join("\n  ")}
  include ${folder}/sea-vision.conf;
}
`;
}

async function answers(port: number): Promise<boolean> {
  const answer = await fetch(`http://localhost:${port}/healthz`).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer !== undefined;
}

/** Starts Debian's nginx with the documented settings. @param certificates folder of the certificates; null: plain HTTP */
export async function startNginx(folder: string, ports: NginxPorts, certificates: string | null = null): Promise<Nginx> {
  const own = path.join(folder, "nginx");
  await mkdir(own);
  await writeFile(path.join(own, "nginx.conf"), frame(own));
  await writeFile(path.join(own, "sea-vision.conf"), await render(ports, certificates));
  const child = spawn("/usr/sbin/nginx", ["-p", own, "-c", path.join(own, "nginx.conf"), "-e", path.join(own, "error.log")], {
    stdio: "inherit",
  });
  const ended = once(child, "exit");
  const failed = ended.then(async () => {
    throw new Error(`nginx ended:\n${await readFile(path.join(own, "error.log"), "utf8")}`);
  });
  failed.catch(() => undefined);
  await Promise.race([failed, until("nginx answers", () => answers(ports.maps))]);
  return {
    async stop() {
      child.kill("SIGQUIT");
      await ended;
    },
  };
}
