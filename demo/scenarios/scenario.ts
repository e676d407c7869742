import type { ServiceName } from '../servers/services.ts';
import type { Stage } from '../stage/stage.ts';

/** What Seamark must show for one session. The words are those of the design's page "The domain". */
export interface Expectation {
  /** Name of the session within its scenario. */
  readonly session: string;
  /** One sentence for people. */
  readonly what: string;
  /** Each shows at least once. Beside them only `continuous` and `not_applicable` may. */
  readonly attempts: readonly { readonly verdict: string; readonly reason?: string }[];
  /** Each shows at least once, and soon. */
  readonly findings: readonly { readonly kind: string; readonly strength?: string }[];
  /** Shows once the settle time of two minutes has passed. */
  readonly later?: readonly string[];
  /** May show too, as another side of the same failure. */
  readonly also?: readonly string[];
}

/** Raw ids of the sessions that were played, by name. They are secrets: never printed. */
export type Played = Readonly<Record<string, string>>;

/** One failure, or one honest answer, played with real servers and clients. */
export interface Scenario {
  readonly id: string;
  /** What happens, in a few words. */
  readonly title: string;
  readonly service: ServiceName;
  readonly shows: readonly Expectation[];
  play(stage: Stage): Promise<Played>;
}
