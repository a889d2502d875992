/** Debian's packages, on a machine where this is root. */
import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { run, step } from "./run.mjs";

/** A program that Debian's packages ask before they start a service. */
const SERVICE_POLICY = "/usr/sbin/policy-rc.d";

/**
 * Of servers only the programs are wanted: those that the tests need they start themselves, so no package may start its own meanwhile.
 * Where somebody has laid down already what may be started, as in most containers, that holds.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>} what the work does
 */
export async function withoutServices(work, policy = SERVICE_POLICY) {
  try {
    await writeFile(policy, "#!/bin/sh\nexit 101\n", { flag: "wx", mode: 0o755 });
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return work();
  }
  const lift = () => rmSync(policy, { force: true });
  // Whoever is interrupted ends by exit().
  process.once("exit", lift);
  try {
    return await work();
  } finally {
    process.off("exit", lift);
    lift();
  }
}

/** Installs packages, and starts none of their services. What fails is printed. @param {string[]} packages several names may stand in one */
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
