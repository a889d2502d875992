import { quoteName } from "../../archives/refusals";
import { DataRefusedError } from "../formats/data-file";

/** Returns the error for a file that only the installed GDAL reads. */
export function needsGdal(file: string): DataRefusedError {
  return new DataRefusedError(`${quoteName(file)} needs GDAL on the server. Ask an administrator to install the package gdal-bin.`);
}
