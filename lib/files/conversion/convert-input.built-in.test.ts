import { describe } from "vitest";
import { testFormats } from "@/tests/setup/data-files/gdal/test-formats";
import { openWasmEngine } from "../../gdal/wasm";

describe("The built-in GDAL", () => testFormats({ find: openWasmEngine, isBuiltIn: true }));
