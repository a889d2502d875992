import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startUploadServer, type UploadServer } from "../integration/uploads/upload-server";
import { type Fault, failNthCall } from "../services/fault-proxy";
import type { SignedIn } from "../setup/signed-in";
import { type FaultyStore, hasStore, useFaultyStore } from "./faulty-store";
import { createSite, expectWhole, importToTheEnd, startPatiently, uploadByTus } from "./store-journey";

/** Some minutes on a machine that does other things as well: the SDK waits between its tries. */
const LIMIT_MS = 1_200_000;

const faults: Fault[] = [{ kind: "status", status: 500 }, { kind: "lose answer" }];

describe.runIf(hasStore)("an upload and its import", () => {
  let faulty: FaultyStore;
  let server: UploadServer;
  let admin: SignedIn;

  beforeAll(async () => {
    faulty = await useFaultyStore();
    server = await startUploadServer();
    const { signedIn } = await import("../setup/signed-in");
    admin = await signedIn("admin");
  });
  afterAll(async () => {
    await server?.close();
    await faulty?.proxy.close();
  });

  /** The whole way, from the first byte to the last file. @returns how many calls of the store it took */
  async function travel(during: unknown): Promise<number> {
    const { files, zip } = createSite();
    faulty.proxy.forget();
    const uploadId = await uploadByTus(server, admin, zip);
    const importId = await startPatiently(uploadId, admin);
    await importToTheEnd(importId);
    const calls = Math.max(...faulty.proxy.seen.map(({ call }) => call));
    faulty.proxy.set(null);
    await expectWhole(importId, files, during);
    return calls;
  }

  it.each(faults)(
    "come to their end whichever call of the store fails: $kind",
    async (fault) => {
      const calls = await travel("nothing fails");
      expect(calls).toBeGreaterThan(8);
      for (let nth = 1; nth <= calls; nth += 1) {
        faulty.proxy.set(failNthCall(nth, fault));
        const [operation] = [nth];
        await travel({ fault, nth: operation });
      }
    },
    LIMIT_MS,
  );
});
