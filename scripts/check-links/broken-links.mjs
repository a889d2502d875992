import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import GithubSlugger from "github-slugger";
import { fromMarkdown } from "mdast-util-from-markdown";
import { toString as textOf } from "mdast-util-to-string";
import { visit } from "unist-util-visit";

/** Inline code that is a path in this repository: `lib/env.ts`, `server/uploads/tus/`. */
const REPOSITORY_PATH = /^(app|bench|cli|components|docs|lib|prisma|public|scripts|server|tests|viewer)\/[\w.@()[\]/-]+$/;
/** Exists only after a build. */
const BUILT = /(^|\/)(dist|generated)\//;

const isWebAddress = (url) => /^[a-z][a-z\d+.-]*:|^\/\//i.test(url);

class LinkCheck {
  trees = new Map();

  constructor(root) {
    this.root = root;
  }

  async readTree(file) {
    if (!this.trees.has(file)) this.trees.set(file, fromMarkdown(await readFile(path.join(this.root, file))));
    return this.trees.get(file);
  }

  async hasAnchor(file, anchor) {
    const slugger = new GithubSlugger();
    const anchors = new Set();
    visit(await this.readTree(file), "heading", (heading) => void anchors.add(slugger.slug(textOf(heading))));
    return anchors.has(anchor);
  }

  async judgeLink(file, url) {
    if (isWebAddress(url)) return undefined;
    const [place = "", anchor] = decodeURI(url).split("#", 2);
    const target = place === "" ? file : path.join(path.dirname(file), place);
    if (!existsSync(path.join(this.root, target))) return `${url}: there is no ${target}`;
    if (!anchor || !target.endsWith(".md") || (await this.hasAnchor(target, anchor))) return undefined;
    return `${url}: ${target} has no heading #${anchor}`;
  }

  judgeCode(code) {
    const isBroken = REPOSITORY_PATH.test(code) && !BUILT.test(code) && !existsSync(path.join(this.root, code));
    return isBroken ? `\`${code}\`: there is no such file` : undefined;
  }

  async judgeFile(file) {
    const nodes = [];
    visit(await this.readTree(file), (node) => {
      if ("url" in node || node.type === "inlineCode") nodes.push(node);
    });
    const problems = [];
    for (const { type, url, value, position } of nodes) {
      const problem = type === "inlineCode" ? this.judgeCode(value) : await this.judgeLink(file, url);
      if (problem) problems.push(`${file}:${position.start.line}: ${problem}`);
    }
    return problems;
  }
}

/**
 * Finds relative links, anchors and repository paths that lead nowhere. Web addresses are not checked.
 * @param {readonly string[]} files Markdown files, relative to the root
 * @param {string} [root] folder of the repository
 * @returns {Promise<string[]>} one line for each, with file and line
 */
export async function findBrokenLinks(files, root = ".") {
  const check = new LinkCheck(root);
  const problems = [];
  for (const file of files) problems.push(...(await check.judgeFile(file)));
  return problems;
}
