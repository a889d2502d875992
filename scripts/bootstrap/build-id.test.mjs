import { afterEach, expect, it, vi } from "vitest";
import nextConfig, { BUILD_ID_VARIABLE } from "../../next.config.mjs";

afterEach(() => vi.unstubAllEnvs());

it("is what the build says of its sources, and left to Next where nobody says anything", () => {
  vi.stubEnv(BUILD_ID_VARIABLE, "a-hash-of-sources");
  expect(nextConfig.generateBuildId()).toBe("a-hash-of-sources");
  vi.stubEnv(BUILD_ID_VARIABLE, undefined);
  expect(nextConfig.generateBuildId()).toBeNull();
});
