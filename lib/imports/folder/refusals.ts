import { archiveLimits } from "../../archives/limits";
import { quoteName, type RefusalCode } from "../../archives/refusals";
import { env } from "../../env";
import { AppError, type ErrorCode } from "../../errors";

const count = (value: number) => value.toLocaleString("en-US");

const messages = {
  nameless: () => "The folder contains a file without a name.",
  parentFolder: (name: string) => `${name} points outside the folder ("..").`,
  absolutePath: (name: string) => `${name} has an absolute path. Paths must be relative to the folder.`,
  drivePath: (name: string) => `${name} names a drive. Paths must be relative to the folder.`,
  controlCharacter: (name: string) => `The name ${name} contains a control character.`,
  nameTooLong: (name: string) => `The name ${name} is too long. A name can have ${archiveLimits.nameBytes} bytes.`,
  pathTooLong: (name: string) => `The path ${name} is too long. A path can have ${count(archiveLimits.pathBytes)} bytes.`,
  tooDeep: (name: string) => `${name} lies too deep. Folders can be nested ${archiveLimits.depth} levels.`,
  duplicate: (name: string) => `${name} is in the folder more than once.`,
  fileAndFolder: (name: string) => `${name} is both a file and a folder.`,
  noFile: (name: string) => `${name} is the path of a folder. Please list its files.`,
  removedToo: (name: string) => `${name} is listed both as a file and as removed.`,
};

type PathRefusal = keyof typeof messages;

function isPathRefusal(code: RefusalCode | PathRefusal): code is PathRefusal {
  return code in messages;
}

/** Refuses a path of a folder. @param code of parseEntryPath or of a list */
export function refusePath(code: RefusalCode | PathRefusal, name: string): AppError {
  return refuseList(isPathRefusal(code) ? messages[code](quoteName(name)) : `${quoteName(name)} cannot be published.`);
}

export function refuseList(message: string, code: ErrorCode = "bad_request"): AppError {
  return new AppError(code, message);
}

export const EMPTY_FOLDER = "The folder contains no files.";
export const NOTHING_CHANGED = "The folder is the same as the map: there is nothing to upload.";
export const tooManyFiles = () => `The folder has too many files. At most ${count(env().maxFiles)} files and folders can be published.`;
export const TOO_MANY_FOLDERS = `The folder has too many folders. At most ${count(archiveLimits.folders)} can be published.`;
export const TOO_MANY_UPLOADS = "The files come in too many uploads. Please send small files together.";
export const UNORDERED_FILES = "The list is too long for this order. Please list the files of an upload in the order of their bytes.";
export const FOLDER_TOO_LARGE = "The folder is too large. Maximum size is 100GB";
export const PATHS_TOO_LONG = "The paths of the folder are too long together.";
export const NOTHING_TO_COMPARE = "Only a project's map can be compared with: projectId and baseVersion belong together with removed.";
export const MAP_CHANGED = "The map was changed meanwhile. Please compare the folder again.";
export const NO_SUCH_UPLOAD = "There is no finished upload with this id. Please upload the files again.";
export const BYTES_GONE = "Some of the uploaded files are no longer there. Please upload them again.";
