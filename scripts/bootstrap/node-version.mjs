const needed = [20, 19];

/** Ends the process with a message when this Node is too old for the packages. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return;
  console.error(`Sea-Vision needs Node ${needed.join(".")} or newer, and this is Node ${process.versions.node}. See https://nodejs.org.`);
  process.exit(1);
}
