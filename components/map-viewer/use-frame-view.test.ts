import { describe, expect, it } from "vitest";
import { type FrameFacts, frameView } from "./use-frame-view";

const view = (facts: Partial<FrameFacts>) =>
  frameView({ kind: "own", progress: "waiting", isLate: false, isAnswered: false, problem: null, isWanted: false, ...facts });

describe("frameView", () => {
  it("covers the frame until content arrives, then shows it", () => {
    expect(view({})).toEqual({ hasFrame: true, problem: null, state: "covered" });
    expect(view({ isAnswered: true, progress: "arrived" })).toEqual({ hasFrame: true, problem: null, state: "coming" });
    expect(view({ isAnswered: true, progress: "loaded" })).toEqual({ hasFrame: true, problem: null, state: "shown" });
  });

  it("covers the frame until the server has answered, even when content has arrived", () => {
    for (const kind of ["own", "maps", "foreign"] as const) {
      expect(view({ kind, progress: "arrived" }).state).toBe("covered");
      expect(view({ kind, progress: "loaded" }).state).toBe("covered");
    }
  });

  it("reports a late frame only while nothing of it is visible", () => {
    expect(view({ isAnswered: true, isLate: true })).toMatchObject({ hasFrame: true, problem: "late" });
    expect(view({ isAnswered: true, isLate: true, progress: "arrived" })).toEqual({ hasFrame: true, problem: null, state: "incomplete" });
    expect(view({ isAnswered: true, isLate: true, progress: "loaded" })).toEqual({ hasFrame: true, problem: null, state: "shown" });
  });

  it("removes the frame after an error answer and keeps it when another site does not answer", () => {
    for (const problem of ["signed-out", "gone", "unavailable", "offline", "maps-away", "mixed", "left"] as const) {
      expect(view({ isAnswered: true, progress: "loaded", problem }), problem).toMatchObject({ hasFrame: false, problem });
    }
    const away = { kind: "foreign", isAnswered: true, progress: "loaded", problem: "unreachable" } as const;
    expect(view(away)).toMatchObject({ hasFrame: true, problem: "unreachable" });
    expect(view({ ...away, isWanted: true })).toEqual({ hasFrame: true, problem: null, state: "shown" });
  });

  it.each(["unusable", "mixed"] as const)("creates no frame for an address of the kind %s", (kind) => {
    expect(view({ kind }).hasFrame).toBe(false);
  });

  it("shows the problem for an error answer even when the user wants the frame", () => {
    expect(view({ isAnswered: true, problem: "gone", isWanted: true }).problem).toBe("gone");
  });
});
