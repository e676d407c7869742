import { factId, sessionKey, type UnixNanos, unixNanos } from '#domain/brand.ts';
import { digestOf } from '#domain/digest.ts';
import type { Fact, FactCommon } from '#domain/facts.ts';
import { OBSERVERS, oneOf } from '#domain/words.ts';
import { momentOf, nanosOf, timeOf } from './story/clock.ts';
import { fieldOf, withFields } from './story/fields.ts';
import { verbOf } from './story/verbs.ts';
import { StoryError, Words } from './story/words.ts';

/** What a line takes over from the lines before it. */
interface Setting {
  at: UnixNanos;
  session: string;
  instance: string;
  incarnation: string | undefined;
  given: readonly (readonly [string, unknown])[];
}

/**
 * Facts from a text that reads like a story, one line a fact (style.md rule 19).
 *
 *     # a remark
 *     given clientId=cid-7 protocol=2025-11-25          for every line from here on
 *     10:00:00 node-1 opens S as inc-1 [restored]       S, inc-1 and node-1 hold from here on
 *     +1s      attach P7 post k1 for 7                  also: seq post
 *              run mail.send for 7 args d1 lasting 2s   key k1, read-only, idempotent, destructive, deduplicated
 *     +0.2s    emit P7 #1 result of 7 on k1             id P7:1 unless `id X` or `noid`; digest d, replayed
 *              client receives P7 #1 result of 7 on k1
 *     +1s      detach P7 k1 network
 *              fence P7 [k1] / evict P7 floor 4 / close expired / alias T / beat
 *     +5s      client requests 7 tools/call lost [status 404]
 *     +1s      resume with G1:41 sound window 1..44 -> 200 replayed first G1:42 count 3
 *
 * A line without a time happens at the time of the line before it. `node-2`, `client` or `proxy` before the verb say who
 * reports it. Anywhere in a line: `in S2`, `as inc-2` (`as none`), `lasting 20ms`, `sessionless`, `[name]` for the fact's
 * id (else `L1`, `L2`, ...) and `field=value` for any field of `domain/facts.ts` (an empty value takes it away).
 *
 * In a resumption `sound` attests all that an honest server knows, taken from the cursor's id, and later words change it:
 * `session expired`, `echo`, `cursor G1#41@inc-1` or `cursor evicted`, `foreign`, `on G1`, `origin post`, `seq`,
 * `window 1..44`, `predecessor live`, `token present G1`, `rival G2 1s`, `grace 30s`, `without cursor`. After `->`:
 * a status, an outcome, `marked resync`, `first G1:42` or `at G1#42@inc-1`, `foreign`, `count 3`, `code X`, `retry 5s`,
 * `earliest 42`, `aborted`, `json`, `claims continuous`.
 */
export function story(text: string): readonly Fact[] {
  const setting: Setting = {
    at: startOfStory(),
    session: 'S',
    instance: 'node-1',
    incarnation: undefined,
    given: [],
  };
  const facts: Fact[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(/(^|\s)# .*$/, '').trim();
    if (line === '') continue;
    const words = new Words(line.split(/\s+/), line, index + 1);
    const fact = factOf(words, setting, facts.length + 1);
    if (fact) facts.push(fact);
  }
  const twice = facts.find((fact, at) => facts.findIndex((other) => other.id === fact.id) !== at);
  if (twice) throw new StoryError(`two facts are called ${twice.id}`, twice.id, 0);
  return facts;
}

/** The horizon that cases are judged with: one hour after the last fact (domain.md section 9). */
export function hourAfter(facts: readonly Fact[]): UnixNanos {
  let last = 0n;
  for (const fact of facts) if (fact.end > last) last = fact.end;
  return unixNanos(last + 3_600_000_000_000n);
}

/** A moment of the story's day, such as `10:00:00`. */
export function moment(text: string): UnixNanos {
  return momentOf(text) ?? startOfStory(text);
}

function startOfStory(text = '10:00:00'): UnixNanos {
  const at = momentOf(text);
  if (at === undefined) throw new StoryError(`"${text}" is no time of the day`, text, 0);
  return at;
}

function factOf(words: Words, setting: Setting, number: number): Fact | undefined {
  const time = timeOf(words.peek() ?? '', setting.at);
  if (time !== undefined) {
    words.next('the time');
    setting.at = time;
  }
  const fields = words.pluckAll(/^[A-Za-z]+=/).map((word) => fieldOf(word, words));
  if (words.peek() === 'given') {
    setting.given = [...setting.given, ...fields];
    return undefined;
  }
  const actor = verbOf(words.peek() ?? '') ? undefined : words.next('who or what');
  const verb =
    verbOf(words.peek() ?? '') ??
    words.fail(`neither "${actor}" nor "${words.peek() ?? ''}" is a verb of a story`);
  words.next('the verb');
  if (verb.name === 'open') beginLife({ words, setting, actor });
  const fact = verb.read(commonOf({ words, setting, actor, number }), words);
  if (words.more) words.fail(`"${words.peek()}" is left over`);
  return withFields(fact, [...setting.given, ...fields]);
}

function beginLife({
  words,
  setting,
  actor,
}: {
  words: Words;
  setting: Setting;
  actor: string | undefined;
}): void {
  setting.session = words.peek() ?? setting.session;
  if (actor !== undefined) setting.instance = actor;
  const incarnation = words.pluck('as');
  setting.incarnation = incarnation === 'none' ? undefined : incarnation;
}

interface Line {
  readonly words: Words;
  readonly setting: Setting;
  readonly actor: string | undefined;
  readonly number: number;
}

function commonOf({ words, setting, actor, number }: Line): FactCommon {
  const observer = oneOf(OBSERVERS, actor) ?? 'server';
  const [label] = words.pluckAll(/^\[.+\]$/);
  const sessionless = words.pluckAll(/^sessionless$/).length > 0;
  const name = label?.slice(1, -1) ?? `L${number}`;
  const traceId = digestOf(['trace', name]);
  const incarnation = words.pluck('as') ?? setting.incarnation;
  const session = words.pluck('in') ?? setting.session;
  const lasting = words.pluck('lasting');
  const length =
    lasting === undefined ? 0n : (nanosOf(lasting) ?? words.fail(`"${lasting}" is no length of time`));
  return {
    id: factId(name),
    at: setting.at,
    end: unixNanos(setting.at + length),
    session: sessionKey(sessionless ? `t:${traceId}` : session),
    identified: !sessionless,
    observer,
    service: 'orders-mcp',
    instance: actor === undefined || observer !== 'server' || actor === 'server' ? setting.instance : actor,
    traceId,
    spanId: digestOf(['span', name]).slice(0, 16),
    incarnation: incarnation === 'none' || sessionless ? undefined : incarnation,
    attributes: {},
  };
}
