import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { GdalModule, Value } from "gdal3.js/build/package/gdal3WebAssembly.js";

/** Where GDAL sees its folder. It has no other files of the machine and no network. */
const FOLDER = "/job";

/** GDAL's and PROJ's data inside the package. */
const DATA = { GDAL_DATA: "/usr/share/gdal", PROJ_LIB: "/usr/share/proj" };

/** Loads and compiles the package's files. */
async function compile() {
  const folder = path.join(path.dirname(createRequire(import.meta.url).resolve("gdal3.js/package.json")), "dist/package");
  const [code, data] = await Promise.all(["wasm", "data"].map((type) => readFile(path.join(folder, `gdal3WebAssembly.${type}`))));
  if (!code || !data) throw new Error("The files of gdal3.js are missing.");
  const [{ default: load }, program] = await Promise.all([
    import("gdal3.js/build/package/gdal3WebAssembly.js"),
    WebAssembly.compile(new Uint8Array(code)),
  ]);
  return { load, program, data };
}

let compiled: ReturnType<typeof compile> | undefined;

export interface GdalInstanceOptions {
  /** Folder of the machine in which it works. */
  folder?: string;
  /** Settings of GDAL. */
  settings: Readonly<Record<string, string>>;
}

/** A started GDAL with memory, files and settings of its own, like a process. */
export class GdalInstance {
  private constructor(
    private readonly module: GdalModule,
    private readonly errorBytes: number[],
  ) {}

  static async start({ folder, settings }: GdalInstanceOptions): Promise<GdalInstance> {
    compiled ??= compile();
    const { load, program, data } = await compiled;
    const errors: number[] = [];
    const module = await load({
      locateFile: (name) => name,
      getPreloadedPackage: () => data.buffer,
      // Throws here without memory for another instance, so that `load` rejects. It takes the instance later only.
      instantiateWasm: (imports, done) => {
        const instance = new WebAssembly.Instance(program, imports);
        queueMicrotask(() => done(instance, program));
        return {};
      },
      preRun: [({ ENV }) => void Object.assign(ENV, DATA, settings)],
      stdin: () => null,
      stdout: () => undefined,
      stderr: (byte) => void (byte !== null && errors.push(byte)),
    });
    if (folder !== undefined) {
      module.FS.mkdir(FOLDER);
      module.FS.mount(module.NODEFS, { root: folder }, FOLDER);
      module.FS.chdir(FOLDER);
    }
    module.ccall("GDALAllRegister", "number", [], []);
    return new GdalInstance(module, errors);
  }

  /** What it printed to stderr. */
  get errors(): string {
    return Buffer.from(this.errorBytes).toString("utf8");
  }

  /** Calls a function of GDAL. @returns a number or an address */
  call(name: string, ...values: Value[]): number {
    const types = values.map((value) => (typeof value === "string" ? "string" : "number"));
    return Number(this.module.ccall(name, "number", types, values));
  }

  /** Stores addresses, followed by 0. The memory is freed with the instance. @returns their address */
  storeAddresses(addresses: readonly number[]): number {
    const list = this.module._malloc(4 * (addresses.length + 1));
    [...addresses, 0].forEach((address, index) => void this.module.setValue(list + 4 * index, address, "*"));
    return list;
  }

  /** Stores a list of texts, which ends with a null pointer. @returns its address */
  storeTexts(texts: readonly string[]): number {
    const { module } = this;
    return this.storeAddresses(
      texts.map((text) => {
        const bytes = module.lengthBytesUTF8(text) + 1;
        const address = module._malloc(bytes);
        module.stringToUTF8(text, address, bytes);
        return address;
      }),
    );
  }

  readText(address: number): string {
    return this.module.UTF8ToString(address);
  }

  /** Reads a list of texts that ends with a null pointer. */
  readTexts(list: number): string[] {
    const texts: string[] = [];
    for (let at = list; list !== 0; at += 4) {
      const address = this.module.getValue(at, "*");
      if (address === 0) break;
      texts.push(this.readText(address));
    }
    return texts;
  }

  /** Calls back with the share of these files that has been read, as the furthest byte of each. */
  watchReading(paths: readonly string[], onPercent: (percent: number) => void): void {
    const { FS } = this.module;
    const furthest = new Map(paths.map((name) => [path.posix.resolve(FOLDER, name), 0]));
    const sizeOf = (name: string) => {
      try {
        return FS.stat(name).size;
      } catch {
        // GDAL names the files of a Shapefile in small letters, whatever theirs are.
        return 0;
      }
    };
    const total = [...furthest.keys()].reduce((sum, name) => sum + sizeOf(name), 0);
    const read = FS.read.bind(FS);
    let [done, percent] = [0, 0];
    FS.read = (stream, buffer, offset, length, position) => {
      const start = position ?? stream.position;
      const bytes = read(stream, buffer, offset, length, position);
      const before = furthest.get(stream.path);
      if (before === undefined || start + bytes <= before) return bytes;
      furthest.set(stream.path, start + bytes);
      done += start + bytes - before;
      const now = Math.floor((done / total) * 100);
      if (now > percent) onPercent(now);
      percent = Math.max(percent, now);
      return bytes;
    };
  }
}
