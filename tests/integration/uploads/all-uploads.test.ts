import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DELETE as cancelUpload } from "@/app/api/superadmin/uploads/[id]/route";
import { GET as listUploads } from "@/app/api/superadmin/uploads/route";
import { newBlobKey } from "@/lib/blobs/key";
import { db } from "@/lib/db";
import type { UnfinishedUploads } from "@/lib/imports/uploads/schema";
import { createApiToken } from "../../setup/api-tokens";
import { requestTo, type SignedIn, signedIn } from "../../setup/signed-in";
import { until } from "../../setup/until";
import { leave, liftLimits } from "../quota/limits";
import { create, idOf, isWrittenTo, keptOf, metadataHeader, OFFSET_BODY, patch, send, startUploadServer, type UploadServer } from "./upload-server";

const KB = 1024;
const PATH = "/api/superadmin/uploads";

let server: UploadServer;
let admin: SignedIn;
let superadmin: SignedIn;
