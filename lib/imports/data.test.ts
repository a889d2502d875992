import { describe, expect, it } from "vitest";
import { type ImportRow, presentProgress } from "./data";

const start = new Date("2026-01-01T00:00:00Z");
const second = (seconds: number) => new Date(start.getTime() + seconds * 1000);

const verifying: ImportRow = {
  id: "5",
  safeName: "harbour",
  status: "verifying",
  source: "zip",
  replacesId: null,
  projectId: "6e2c1f0e-0000-4000-8000-000000000000",
  mapUrl: null,
  filesTotal: 10,
  filesDone: 4,
  bytesTotal: 1_000,
  bytesDone: 250,
  error: null,
  startedAt: start,
  publishedAt: second(2),
  finishedAt: null,
  isOwn: true,
  lacksIndex: false,
};

const present = (change: Partial<ImportRow>, now = second(4)) => presentProgress({ ...verifying, ...change }, now);

describe("presentProgress", () => {
  it.each([
    ["queued", "extracting"],
    ["indexing", "extracting"],
    ["publishing", "creating_project"],
    ["verifying", "extracting"],
    ["materialising", "extracting"],
    ["complete", "complete"],
    ["failed", "error"],
  ] as const)("calls %s %s", (status, expected) => {
    expect(present({ status })).toMatchObject({ status: expected, phase: status });
  });

  it.each<[Partial<ImportRow>, number]>([
    [{}, 25],
    [{ bytesDone: 1 }, 0.1],
    [{ bytesDone: 0 }, 0],
    [{ bytesDone: 1_000 }, 99.9],
    [{ bytesDone: 1_000, status: "complete" }, 100],
    [{ bytesTotal: 0, bytesDone: 0 }, 40],
    [{ bytesTotal: 0, bytesDone: 0, filesTotal: 0, filesDone: 0 }, 0],
  ])("reports for %j %d percent", (change, progress) => {
    expect(present(change).progress).toBe(progress);
  });

  it("counts time from the start, and speed from the first byte that is read", () => {
    expect(present({})).toMatchObject({ timeElapsed: 4, extractionSpeed: 125 });
    expect(present({ finishedAt: second(3), status: "complete", bytesDone: 1_000 }, second(100))).toMatchObject({
      timeElapsed: 3,
      extractionSpeed: 1_000,
    });
    expect(present({ startedAt: null, publishedAt: null })).toMatchObject({ timeElapsed: 0, extractionSpeed: 0 });
    expect(present({}, second(-1))).toMatchObject({ timeElapsed: 0, extractionSpeed: 0 });
  });

  it("returns the address of the map once there is one", () => {
    expect(present({})).toMatchObject({ viewable: true, viewMap: "http://localhost:3000/projects/maps/harbour/" });
    expect(present({ mapUrl: "https://maps.example/harbour" }).viewMap).toBe("https://maps.example/harbour");
    expect(present({ projectId: null })).toMatchObject({ viewable: false, viewMap: null, projectId: null });
  });
});
