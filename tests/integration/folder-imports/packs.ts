import { blobStore } from "@/lib/blobs/open";
import { type BlobKey, newBlobKey } from "@/lib/blobs/store";
import { db } from "@/lib/db/client";
import type { SignedIn } from "../../setup/signed-in";

export interface ListedFile {
  uploadId: string;
  relativePath: string;
  name: string;
  size: number;
  offset?: number;
  lastModified?: number;
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

/** Creates a finished upload, as tus leaves it. */
export async function uploadBytes({ account }: Pick<SignedIn, "account">, bytes: Buffer): Promise<BlobKey> {
  const key = newBlobKey();
  await blobStore().write(key, once(bytes));
  await db().blob.create({ data: { key, size: bytes.length } });
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db().upload.create({ data: { id: key, ownerId: account.id, length: bytes.length, state: "complete", expiresAt } });
  return key;
}

export type SiteFiles = Readonly<Record<string, string | Buffer>>;

/** Uploads all files in one pack. @returns their list entries */
export async function uploadPack(owner: Pick<SignedIn, "account">, files: SiteFiles): Promise<ListedFile[]> {
  const contents = Object.entries(files).map(([path, content]) => ({ path, bytes: Buffer.from(content) }));
  const uploadId = await uploadBytes(owner, Buffer.concat(contents.map(({ bytes }) => bytes)));
  let offset = 0;
  return contents.map(({ path, bytes }) => {
    const file = { uploadId, relativePath: path, name: path.split("/").at(-1) ?? "", size: bytes.length, offset };
    offset += bytes.length;
    return file;
  });
}

/** Uploads each file separately. @returns their list entries */
export async function uploadEach(owner: Pick<SignedIn, "account">, files: SiteFiles): Promise<ListedFile[]> {
  const listed: ListedFile[] = [];
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    listed.push({
      uploadId: await uploadBytes(owner, bytes),
      relativePath: path,
      name: path.split("/").at(-1) ?? "",
      size: bytes.length,
    });
  }
  return listed;
}
