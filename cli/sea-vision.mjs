#!/usr/bin/env node
/** Runs the client in a clone and builds it on first use. Other machines need only cli/dist/sea-vision.mjs. */
import { startClient } from "../scripts/bootstrap/client-start.mjs";

await startClient();
