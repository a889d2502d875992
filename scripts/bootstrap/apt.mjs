import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { run, step } from "./run.mjs";

/** Debian packages run this program before they start a service. */
const SERVICE_POLICY = "/usr/sbin/policy-rc.d";

/** Keeps Debian packages from starting services during `work`, unless a policy exists already. */
export async function withoutServices(work, policy = SERVICE_POLICY) {
  try {
    await writeFile(policy, "#!/bin/sh\nexit 101\n", { flag: "wx", mode: 0o755 });
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return work();
  }
  const lift = () => rmSync(policy, { force: true });
  process.once("exit", lift);
  try {
    return await work();
  } finally {
    process.off("exit", lift);
    lift();
  }
}

/** Installs Debian packages without starting services. Prints the output of a failure. */
export async function installWithApt(packages) {
  const quiet = { env: { DEBIAN_FRONTEND: "noninteractive" }, quiet: true };
  const names = packages.flatMap((several) => several.split(" "));
  await step(`Installing ${packages.join(", ")}`, () =>
    withoutServices(async () => {
      await run("apt-get", ["update"], quiet);
      const { code, printed } = await run("apt-get", ["install", "--yes", "--no-install-recommends", ...names], quiet);
      if (code !== 0) console.error(printed);
    }),
  );
}
