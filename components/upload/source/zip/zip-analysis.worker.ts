import { expose } from "comlink";
import { analyseZip } from "@/lib/upload-client/zip/zip-analysis";

/** Runs in a worker, because a directory of 600,000 entries would block the page for a second. */
expose(analyseZip);
