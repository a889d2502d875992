import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Copy, newCopy, Product, removeCopy } from "../integration/supervisor/product";
import { runDoctor } from "../setup/doctor";
import { until } from "../setup/until";
import { signIn } from "./access";
import { hasStore, newBucket, settingsOf } from "./faulty-store";
import { type Access, Journey, type Stage } from "./journey";
import { createMapArchive } from "./map-archive";
import { Random } from "./random";

const LIMIT_MS = 900_000;

/** The phase in which the server ends, and the signal. */
const RESTARTS: [doing: Stage, signal: NodeJS.Signals][] = [
  ["uploading", "SIGINT"],
  ["importing", "SIGKILL"],
  ["uploading", "SIGKILL"],
  ["importing", "SIGINT"],
];

const places = ["on disk", ...(hasStore ? ["in a bucket"] : [])];

describe.each(places)("PostgreSQL restarted during uploads and imports, with blobs %s", (place) => {
  let copy: Copy;
  let product: Product;
  let access: Access;

  beforeAll(async () => {
    copy = await newCopy();
    if (place === "in a bucket") {
      const { store, bucket } = await newBucket();
      copy.settings = settingsOf(store, bucket);
    }
    const [email, password] = ["superadmin@example.com", randomBytes(12).toString("hex")];
    copy.settings = { ...copy.settings, SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: password };
    product = await new Product(copy).running();
    access = await signIn(product.origin, email, password);
  }, 300_000);
  afterAll(async () => {
    await product?.end();
    if (copy) await removeCopy(copy);
  });

  /** Ends the server during a phase, as a restart or a crash does. The caller starts it again. */
  async function restart(signal: NodeJS.Signals, somethingIsUnderWay: () => Promise<void>): Promise<void> {
    const { pid } = product.find("postgres");
    await somethingIsUnderWay();
    process.kill(pid, signal);
    await until("the database is another process", () => product.findAll("postgres").some((one) => one.pid !== pid), 120_000);
    await until("the product is healthy", async () => (await product.health()) === 200, 120_000);
  }

  async function travel(journey: Journey): Promise<void> {
    await journey.upload();
    expect(await journey.import()).toEqual({ outcome: "project" });
    await journey.look();
  }

  it(
    "loses no upload, import or map",
    async () => {
      const random = new Random(20_261_122);
      const known = new Journey(access, createMapArchive(random), "Visited");
      await known.upload();
      expect(await known.import()).toEqual({ outcome: "project" });
      let goesOn = true;
      const visitor = async () => {
        while (goesOn) await known.look();
      };
      const visiting = visitor();
      const journeys: Journey[] = [];
      const travelling: Promise<void>[] = [];
      /** Begins journeys until one of them is interrupted. */
      const catchOne = async (doing: Stage): Promise<void> => {
        while (true) {
          const journey = new Journey(access, createMapArchive(random), `Journey ${journeys.length}`);
          journeys.push(journey);
          const ending = travel(journey);
          // The end of the test checks this journey with the others.
          ending.catch(() => undefined);
          travelling.push(ending);
          await until(`a journey is ${doing}`, () => journey.stage === doing || journey.stage === "over");
          if (journey.stage === doing) return;
        }
      };
      for (const [doing, signal] of RESTARTS) await restart(signal, () => catchOne(doing));
      await Promise.all(travelling);
      goesOn = false;
      await visiting;
      expect([known, ...journeys].flatMap(({ violations }) => violations)).toEqual([]);
      const { code, printed } = await runDoctor(copy.dataDir, copy.settings);
      expect([code, printed]).toEqual([0, expect.stringMatching(/missing +0\n.*orphaned +0\n.*mismatched +0\n/s)]);
    },
    LIMIT_MS,
  );
});
