import { describe } from "vitest";
import { describeUploadLocks } from "./upload-lock-rounds";

describe("two web processes with one upload", describeUploadLocks);
