import { spawnSync } from "node:child_process";
import { describe } from "vitest";
import { testFormats } from "@/tests/setup/data-files/gdal/test-formats";
import { findNativeEngine } from "../../gdal/native";

const isInstalled = spawnSync("ogrinfo", ["--version"]).status === 0;

// GDAL is missing only where `npm test` can't install it.
describe("The installed GDAL", () => testFormats({ find: isInstalled ? findNativeEngine : null, isBuiltIn: false }));
