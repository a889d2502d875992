import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";

/** Creates self-signed certificates with the file names of docs/deploy/nginx.conf, and all.crt with all of them. @returns their folder */
export async function makeCertificates(folder: string, hosts: { app: string; maps: string }): Promise<string> {
  const certificates = path.join(folder, "certificates");
  await mkdir(certificates);
  const make = (file: string, ...names: string[]) => {
    const subjects = names.map((name) => `DNS:${name}`).join(",");
    const to = ["-keyout", `${file}.key`, "-out", `${file}.crt`];
    const made = [
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "1",
      "-subj",
      `/CN=${names[0]}`,
      "-addext",
      `subjectAltName=${subjects}`,
    ];
    execFileSync("openssl", ["req", ...made, ...to], { cwd: certificates, stdio: "ignore" });
  };
  make("sea-vision.example.com", hosts.app);
  make("maps.example.net", hosts.maps, `*.${hosts.maps}`);
  execFileSync("sh", ["-c", "cat *.crt > all.crt"], { cwd: certificates });
  return certificates;
}
