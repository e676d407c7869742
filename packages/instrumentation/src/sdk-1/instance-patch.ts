import type { AnyMethod, Core } from './shape.ts';

type Wrapper = (original: AnyMethod, args: readonly unknown[]) => unknown;

/** Own properties put in front of what one object has, and taken off again without a trace. */
export class InstancePatch {
  readonly #target: Core;
  readonly #before = new Map<string, PropertyDescriptor | undefined>();
  readonly #installed = new Map<string, unknown>();
  #active = true;

  constructor(target: Core) {
    this.#target = target;
  }

  set(name: string, value: unknown): void {
    if (!this.#before.has(name)) this.#before.set(name, Object.getOwnPropertyDescriptor(this.#target, name));
    this.#installed.set(name, value);
    Object.defineProperty(this.#target, name, {
      value,
      configurable: true,
      writable: true,
      enumerable: true,
    });
  }

  wrapMethod(name: string, wrapper: Wrapper): void {
    const original = this.#target[name];
    if (isMethod(original)) this.set(name, this.#wrapped(original, wrapper));
  }

  /** As `wrapMethod`, for a property that others may set anew at any time: call it again before it is used. */
  wrapProperty(name: string, wrapper: Wrapper): void {
    const current = this.#target[name];
    if (!isMethod(current) || current === this.#installed.get(name)) return;
    this.#before.set(name, Object.getOwnPropertyDescriptor(this.#target, name));
    this.set(name, this.#wrapped(current, wrapper));
  }

  /** What someone else has put in our place since is left alone; our wrapper inside it only passes on. */
  restore(): void {
    this.#active = false;
    for (const [name, before] of this.#before) {
      if (this.#target[name] !== this.#installed.get(name)) continue;
      if (before) Object.defineProperty(this.#target, name, before);
      else Reflect.deleteProperty(this.#target, name);
    }
    this.#before.clear();
    this.#installed.clear();
  }

  #wrapped(original: AnyMethod, wrapper: Wrapper): AnyMethod {
    const isActive = (): boolean => this.#active;
    return function (this: unknown, ...args: unknown[]): unknown {
      return isActive() ? wrapper(original, args) : Reflect.apply(original, this, args);
    };
  }
}

function isMethod(value: unknown): value is AnyMethod {
  return typeof value === 'function';
}
