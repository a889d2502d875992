/** The module that Emscripten made of GDAL. The package's own functions don't offer drivers, configuration or the text of an info. */
declare module "gdal3.js/build/package/gdal3WebAssembly.js" {
  type Value = string | number;

  interface FileStream {
    path: string;
    position: number;
  }

  interface FileSystem {
    mkdir(path: string): void;
    mount(type: unknown, options: { root: string }, path: string): void;
    chdir(path: string): void;
    stat(path: string): { size: number };
    read(stream: FileStream, buffer: Int8Array, offset: number, length: number, position?: number): number;
  }

  interface GdalModule {
    readonly FS: FileSystem;
    readonly NODEFS: unknown;
    readonly ENV: Record<string, string>;
    ccall(name: string, result: "number" | "string", types: ("number" | "string")[], values: Value[]): Value;
    _malloc(bytes: number): number;
    setValue(address: number, value: number, type: "*"): void;
    getValue(address: number, type: "*"): number;
    lengthBytesUTF8(text: string): number;
    stringToUTF8(text: string, address: number, bytes: number): void;
    UTF8ToString(address: number): string;
  }

  interface ModuleSettings {
    locateFile(name: string): string;
    getPreloadedPackage(): ArrayBufferLike;
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void): object;
    preRun: ((module: GdalModule) => void)[];
    stdin(): null;
    stdout(byte: number | null): void;
    stderr(byte: number | null): void;
  }

  export default function load(settings: ModuleSettings): Promise<GdalModule>;
}
