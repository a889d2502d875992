/**
 * Kills web, maps and worker of the built product with SIGKILL at random moments of uploads, imports and reading.
 *   npx tsx tests/faults/kill.ts [count of kills of each process, 20] [seed]
 */
import { randomInt } from "node:crypto";
import { phases, type Report, type Round, runKillRounds, targets } from "./kill-rounds";

const [count = "20", seed = String(randomInt(2 ** 31))] = process.argv.slice(2);

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function describeRound({ target, phase, atMs, seconds, ending, violations }: Round): string {
  const end = ending.outcome === "project" ? "one project" : `${ending.outcome}: ${ending.message}`;
  const bad = violations.length > 0 ? `  VIOLATED: ${violations.join("; ")}` : "";
  return `${target.padEnd(7)} ${phase.padEnd(8)} ${String(atMs).padStart(6)} ms  ${seconds.toFixed(1).padStart(5)} s  ${end}${bad}`;
}

function tableRow(report: Report, target: string): string {
  const rounds = report.rounds.filter((round) => round.target === target);
  const inPhase = phases.map((phase) => rounds.filter((round) => round.phase === phase).length);
  const ended = (outcome: string) => rounds.filter(({ ending }) => ending.outcome === outcome).length;
  const violated = rounds.filter(({ violations }) => violations.length > 0).length;
  const slowest = Math.max(...rounds.map(({ seconds }) => seconds)).toFixed(1);
  return [
    target.padEnd(8),
    ...[rounds.length, ...inPhase, ended("project"), ended("clean error"), violated, slowest].map((cell) => String(cell).padStart(11)),
  ].join("");
}

print(`seed ${seed}, ${count} kills of each process`);
const report = await runKillRounds({ seed: Number(seed), count: Number(count), onRound: (round) => print(describeRound(round)) });
const columns = ["kills", ...phases.map((phase) => `in ${phase}`), "1 project", "clean error", "violated", "slowest s"];
print(`\n${"".padEnd(8)}${columns.map((column) => column.padStart(11)).join("")}`);
for (const target of targets) print(tableRow(report, target));
print(`\nfiles that no row names: ${report.orphans.length}`);
for (const violation of report.violations) print(`VIOLATED at the end: ${violation}`);
const isSound = report.violations.length === 0 && report.rounds.every(({ violations }) => violations.length === 0);
print(isSound ? "Nothing acknowledged was lost; each import ended as one project or a clean error." : "NOT SOUND");
process.exit(isSound ? 0 : 1);
