import {
  ATTR_SEAMARK_TOOL_DESTRUCTIVE_HINT,
  ATTR_SEAMARK_TOOL_IDEMPOTENT_HINT,
  ATTR_SEAMARK_TOOL_READ_ONLY_HINT,
} from '@seamark/semconv';
import type { Facts } from './attributes.ts';
import { isObject } from './json-rpc.ts';
import { hintText, type ToolHints } from './options.ts';

const MAX_TOOLS = 2_000;

/**
 * Annotations that this process has answered to `tools/list`. Servers of one process may have different tools of one
 * name: when their annotations differ, nothing is said of that tool.
 */
export class ToolHintTable {
  readonly #hints = new Map<string, ToolHints | null>();

  /** Learns from the result of a request, if it is a list of tools. */
  learn(result: unknown): void {
    const tools = isObject(result) ? result.tools : undefined;
    if (!Array.isArray(tools)) return;
    for (const tool of tools) {
      if (!isObject(tool) || typeof tool.name !== 'string' || this.#hints.size >= MAX_TOOLS) continue;
      this.#add(tool.name, hintsOf(tool.annotations));
    }
  }

  get(tool: string): ToolHints | undefined {
    return this.#hints.get(tool) ?? undefined;
  }

  #add(name: string, hints: ToolHints): void {
    const known = this.#hints.get(name);
    if (known === undefined) this.#hints.set(name, hints);
    else if (known !== null && !isSame(known, hints)) this.#hints.set(name, null);
  }
}

export function hintFacts(hints: ToolHints | undefined): Facts {
  return {
    [ATTR_SEAMARK_TOOL_READ_ONLY_HINT]: hintText(hints?.readOnly),
    [ATTR_SEAMARK_TOOL_IDEMPOTENT_HINT]: hintText(hints?.idempotent),
    [ATTR_SEAMARK_TOOL_DESTRUCTIVE_HINT]: hintText(hints?.destructive),
  };
}

/** `ToolAnnotations` of the protocol; its defaults are not filled in, since an absent hint is no promise. */
function hintsOf(annotations: unknown): ToolHints {
  if (!isObject(annotations)) return {};
  const flag = (key: string): boolean | undefined => {
    const value = annotations[key];
    return typeof value === 'boolean' ? value : undefined;
  };
  return {
    readOnly: flag('readOnlyHint'),
    idempotent: flag('idempotentHint'),
    destructive: flag('destructiveHint'),
  };
}

function isSame(a: ToolHints, b: ToolHints): boolean {
  return a.readOnly === b.readOnly && a.idempotent === b.idempotent && a.destructive === b.destructive;
}
