import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { newCopy, Product, removeCopy } from "../integration/supervisor/product";
import { runDoctor } from "../setup/doctor";
import { until } from "../setup/until";
import { signIn } from "./access";
import { Inspection } from "./inspection";
import { type Access, type Ending, Journey } from "./journey";
import { createMapArchive } from "./map-archive";
import { Random } from "./random";

export const targets = ["web", "maps", "worker"] as const;
export type Target = (typeof targets)[number];
export const phases = ["upload", "import", "serving"] as const;
export type Phase = (typeof phases)[number];

/** One kill and its result. */
export interface Round {
  target: Target;
  phase: Phase;
  /** Milliseconds from the beginning of the phase. */
  atMs: number;
  seconds: number;
  ending: Ending;
  violations: string[];
}

export interface Report {
  rounds: Round[];
  /** The rules that did not hold at the end. */
  violations: string[];
  orphans: string[];
}

export interface Options {
  seed: number;
  /** Number of kills of each process. */
  count: number;
  onRound?(round: Round): void;
}

/** The phases in which each process works, and is killed most often. Every phase is included, because a kill may have no effect there. */
const likely: Record<Target, readonly [Phase, ...Phase[]]> = {
  web: ["upload", "upload", "import", "serving"],
  maps: ["serving", "serving", "serving", "upload", "import"],
  worker: ["import", "import", "import", "import", "upload", "serving"],
};

type Durations = Record<Phase, number>;

/** Runs the whole journey; `during` receives each phase as it begins. */
async function travel(journey: Journey, during: (phase: Phase) => void): Promise<{ ending: Ending; durations: Durations }> {
  const durations: Durations = { upload: 0, import: 0, serving: 0 };
  const timed = async <Result>(phase: Phase, work: () => Promise<Result>): Promise<Result> => {
    during(phase);
    const started = performance.now();
    const result = await work();
    durations[phase] = performance.now() - started;
    return result;
  };
  await timed("upload", () => journey.upload());
  const ending = await timed("import", () => journey.import());
  if (ending.outcome === "project") await timed("serving", () => journey.look());
  return { ending, durations };
}

function allRun(product: Product): boolean {
  try {
    return targets.every((name) => product.find(name).pid > 0);
  } catch {
    return false;
  }
}

class KillRounds {
  private readonly random: Random;
  private journeys = 0;

  constructor(
    private readonly product: Product,
    private readonly access: Access,
    private readonly inspection: Inspection,
    seed: number,
  ) {
    this.random = new Random(seed);
  }

  /** Measures each phase in a journey without kills. */
  async calm(): Promise<Durations> {
    const journey = this.nextJourney();
    const { ending, durations } = await travel(journey, () => undefined);
    if (ending.outcome !== "project" || journey.violations.length > 0) {
      throw new Error(`Without kills: ${JSON.stringify(ending)} ${journey.violations.join("; ")}`);
    }
    return durations;
  }

  async round(target: Target, durations: Durations): Promise<Round> {
    await until("every process runs", async () => allRun(this.product) && (await this.product.health()) === 200, 60_000);
    const phase = this.random.pick(likely[target]);
    const atMs = Math.round(this.random.fraction() * durations[phase]);
    const journey = this.nextJourney();
    const started = performance.now();
    const ending = await this.travelUnderFire(journey, target, phase, atMs).catch((error: unknown): Ending => {
      return { outcome: "broken", message: String(error) };
    });
    const broken = ending.outcome === "broken" ? [ending.message] : await this.inspection.judge(journey, ending);
    const violations = [...journey.violations, ...broken];
    return { target, phase, atMs, seconds: (performance.now() - started) / 1000, ending, violations };
  }

  private async travelUnderFire(journey: Journey, target: Target, phase: Phase, atMs: number): Promise<Ending> {
    let killed: Promise<void> | undefined;
    const { ending } = await travel(journey, (begun) => {
      if (begun === phase) killed = this.killAfter(target, atMs);
    });
    // A phase may end before its moment, or never begin. The process is killed all the same.
    await (killed ?? this.killAfter(target, 0));
    if (ending.outcome === "project") await journey.look();
    return ending;
  }

  private nextJourney(): Journey {
    this.journeys += 1;
    return new Journey(this.access, createMapArchive(this.random), `Harbour ${this.journeys}`);
  }

  private async killAfter(target: Target, delayMs: number): Promise<void> {
    await pause(delayMs);
    process.kill(this.product.find(target).pid, "SIGKILL");
  }
}

/** Starts the built product with its own folder and ports, kills its processes at moments from the seed, and inspects it. */
export async function runKillRounds({ seed, count, onRound }: Options): Promise<Report> {
  const copy = await newCopy();
  const email = "superadmin@example.com";
  const password = randomBytes(12).toString("hex");
  Object.assign(process.env, { SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: password });
  const product = await new Product(copy).running();
  const inspection = await Inspection.open(copy.dataDir);
  try {
    const kills = new KillRounds(product, await signIn(product.origin, email, password), inspection, seed);
    const durations = await kills.calm();
    const rounds: Round[] = [];
    for (let done = 0; done < count; done += 1) {
      for (const target of targets) {
        const round = await kills.round(target, durations);
        rounds.push(round);
        onRound?.(round);
      }
    }
    const { code, printed } = await runDoctor(copy.dataDir);
    const violations = [...(await inspection.judgeAll()), ...(code === 0 ? [] : [`npm run doctor: ${printed}`])];
    return { rounds, violations, orphans: await inspection.listOrphans() };
  } finally {
    await inspection.close();
    await product.end();
    await removeCopy(copy);
  }
}
