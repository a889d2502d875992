import { randomBytes } from "node:crypto";
import { newCopy, Product, removeCopy } from "../../tests/integration/supervisor/product";
import { type Access, signIn } from "../publish/client";

/**
 * The built product as `npm start` runs it, in a folder of its own, and an admin who may upload: what it takes is that of this one work.
 * @param settings on top of the usual ones, such as where its blobs are kept
 */
export async function withProduct<Result>(
  work: (product: Product, access: Access) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const [email, password] = ["bench@example.com", randomBytes(12).toString("hex")];
  Object.assign(process.env, { SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: password });
  const copy = { ...(await newCopy()), settings };
  const product = await new Product(copy).running();
  try {
    return await work(product, await signIn(product.origin, email, password));
  } finally {
    await product.end();
    await removeCopy(copy);
  }
}
