import { beforeEach, describe, expect, it } from "vitest";
import { MapStorage } from "@/tests/setup/map-storage";
import {
  findStoredUpload,
  forgetUpload,
  isSameFile,
  listStoredUploads,
  listUploadUrls,
  type StoredUpload,
  storeUpload,
} from "./stored-uploads";

const file = { name: "harbour.zip", size: 4_096, lastModified: 1_700_000_000_000 };
const target = { projectName: "Harbour", safeName: "harbour", description: "", replacesId: null };

function upload(change: Partial<StoredUpload> = {}): StoredUpload {
  return { accountId: "one", file, target, uploadUrl: "/files/abc", createdAt: 1, ...change };
}

describe("stored uploads", () => {
  let storage: MapStorage;
  beforeEach(() => {
    storage = new MapStorage();
  });

  it("finds an upload by account, file and project, and by nothing less", () => {
    storeUpload(storage, upload());
    expect(findStoredUpload(storage, "one", file, target)).toEqual(upload());
    expect(findStoredUpload(storage, "two", file, target)).toBeNull();
    expect(findStoredUpload(storage, "one", { ...file, size: 4_097 }, target)).toBeNull();
    expect(findStoredUpload(storage, "one", { ...file, lastModified: 1 }, target)).toBeNull();
    expect(findStoredUpload(storage, "one", file, { ...target, safeName: "port" })).toBeNull();
  });

  it("lists an account's own, newest first", () => {
    storeUpload(storage, upload({ createdAt: 1 }));
    storeUpload(storage, upload({ createdAt: 3, target: { ...target, safeName: "port" } }));
    storeUpload(storage, upload({ createdAt: 2, accountId: "two" }));
    expect(listStoredUploads(storage, "one").map((found) => found.target.safeName)).toEqual(["port", "harbour"]);
    expect(listUploadUrls(storage)).toHaveLength(3);
  });

  it("passes over what it cannot read", () => {
    storage.setItem("sea-vision.upload.broken", "{");
    storage.setItem("sea-vision.upload.other", '{"accountId":"one"}');
    storage.setItem("something-else", "1");
    expect(listStoredUploads(storage, "one")).toEqual([]);
  });

  it("forgets", () => {
    storeUpload(storage, upload());
    forgetUpload(storage, upload());
    expect(storage.items.size).toBe(0);
  });

  it("bears a storage that takes nothing", () => {
    storage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    expect(() => storeUpload(storage, upload())).not.toThrow();
  });
});

it("tells files apart by name, size and time", () => {
  expect(isSameFile(file, { ...file })).toBe(true);
  expect(isSameFile(file, { ...file, name: "Harbour.zip" })).toBe(false);
});
