import { createServer } from "node:net";
import { errorCode } from "../../lib/errors";

export interface WantedPort {
  variable: string;
  port: number;
  /** All addresses unless given. */
  host?: string;
}

function tryPort({ port, host }: WantedPort): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(errorCode(error) || error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

function explain({ variable, port, host }: WantedPort, code: string): string {
  if (code === "EADDRINUSE")
    return `Port ${port} is taken by another program. Stop that one, or choose another port: ${variable}=${port + 10} npm start`;
  if (code === "EACCES") return `Port ${port} may be opened by root alone. Choose a port above 1023: ${variable}=${port + 3000} npm start`;
  return `Port ${port} (${variable})${host ? ` on ${host}` : ""} cannot be opened: ${code}.`;
}

/** Checks that the ports can be opened. @throws Error naming each port that can't, and the variable to change */
export async function checkPorts(wanted: WantedPort[]): Promise<void> {
  for (const [place, second] of wanted.entries()) {
    const first = wanted.slice(0, place).find(({ port }) => port === second.port);
    if (first) throw new Error(`${first.variable} and ${second.variable} are both ${first.port}; they must differ.`);
  }
  const found = await Promise.all(wanted.map(async (one) => ({ one, code: await tryPort(one) })));
  const problems = found.flatMap(({ one, code }) => (code ? [explain(one, code)] : []));
  if (problems.length > 0) throw new Error(problems.join("\n"));
}
