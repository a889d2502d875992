import { LRUCache } from "lru-cache";
import { isDatabaseUnavailable } from "../../lib/errors";
import { type Listening, listen } from "../../lib/jobs/notifications";
import type { TreeRoot, TreeState } from "../../lib/trees/data";

/** Longest use of a state whose change was not noticed. */
const KEEP_MS = 30_000;

export interface StateParts {
  findState(root: TreeRoot): Promise<TreeState | null>;
  /** Returns true once for each change of a tree that a process of this instance has made. */
  hasChanged(): boolean;
  now(): number;
}

interface Known {
  state: TreeState;
  /** Time of the query, in milliseconds. */
  at: number;
  changes: number;
}

interface Asking {
  changes: number;
  answer: Promise<TreeState | null>;
}

export function keyOfRoot(root: TreeRoot): string {
  if (root === "assets") return root;
  return "treeId" in root ? `tree ${root.treeId}` : `project ${root.projectId}`;
}

/** Knows which tree a map shows in which revision. Any change of a tree makes it query each root again, when the root is next used. */
export class TreeStates {
  private readonly known = new LRUCache<string, Known>({ max: 10_000 });
  private readonly asking = new Map<string, Asking>();
  private changes = 0;

  constructor(private readonly parts: StateParts) {}

  /** Returns the current state from memory, or undefined. @param key of `keyOfRoot` */
  current(key: string): TreeState | undefined {
    if (this.parts.hasChanged()) this.changes += 1;
    const known = this.known.get(key);
    return known && known.changes === this.changes && this.isRecent(known) ? known.state : undefined;
  }

  /** Returns the state of a root, or null when it leads to no tree. While the database is unavailable, states are used for half a minute. */
  async find(root: TreeRoot): Promise<TreeState | null> {
    const key = keyOfRoot(root);
    const current = this.current(key);
    if (current) return current;
    const asking = this.asking.get(key);
    try {
      // The running query may be older than the change.
      return await (asking?.changes === this.changes ? asking : this.ask(key, root)).answer;
    } catch (error) {
      const known = this.known.get(key);
      if (known && isDatabaseUnavailable(error) && this.isRecent(known)) return known.state;
      throw error;
    }
  }

  forget(): void {
    this.changes += 1;
  }

  private isRecent({ at }: Known): boolean {
    return this.parts.now() - at < KEEP_MS;
  }

  private ask(key: string, root: TreeRoot): Asking {
    const [at, changes] = [this.parts.now(), this.changes];
    const answer = this.parts.findState(root).then((state) => {
      if (this.asking.get(key) !== asking) return state;
      if (state) this.known.set(key, { state, at, changes });
      else this.known.delete(key);
      return state;
    });
    const asking: Asking = { changes, answer: answer.finally(() => this.asking.get(key) === asking && this.asking.delete(key)) };
    this.asking.set(key, asking);
    return asking;
  }
}

/** Calls `forget` when any process changes a tree, until it is closed. */
export function forgetChangedTrees(forget: () => void): Listening {
  // Notifications during a lost connection are not repeated.
  return listen("sea_vision_trees", { onNotification: forget, onListening: forget });
}
