export const FILES_PATH = "/api/files";
