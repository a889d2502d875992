#!/usr/bin/env node
/** The client in a clone: builds itself on first use, then runs. Elsewhere there is cli/dist/sea-vision.mjs alone. */
import { startClient } from "../scripts/bootstrap/client-start.mjs";

await startClient();
