import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openapiDocument } from '#app/api/_contract/openapi.ts';
import type { Answered } from './api.ts';

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content: { readonly 'application/json': { readonly schema: object } } }>
  >;
}

/** Checks answers against the OpenAPI document, closed: a member that it does not name is an error. */
export class OpenapiValidator {
  readonly document = openapiDocument();
  readonly #ajv = new Ajv2020({ strict: true, allErrors: true, strictTypes: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor() {
    // Times are checked more closely than ajv's own format would, which knows no leap of precision.
    this.#ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(?:\d{3}|\d{9})Z$/);
    this.#ajv.addKeyword('components');
    this.#ajv.addSchema({ $id: 'openapi', components: close(this.document.components) });
  }

  /** What is wrong with an answer, as sentences; nothing when it is as described. */
  problems({ call, status, body }: Answered<unknown>): readonly string[] {
    const operation = this.#operation(call);
    const described = operation.responses[status];
    if (!described) return [`${call.method} ${call.path}: status ${status} is not described`];
    const validate = this.#compile(described.content['application/json'].schema);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      (error) =>
        `${call.method} ${call.path} ${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
    );
  }

  #operation({ path, method }: Answered<unknown>['call']): Operation {
    const paths = this.document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    const operation = paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`the document has no ${method} ${path}`);
    return operation;
  }

  #compile(schema: object): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
    const known = this.#compiled.get(text);
    if (known) return known;
    const compiled = this.#ajv.compile(JSON.parse(text) as object);
    this.#compiled.set(text, compiled);
    return compiled;
  }
}

/** Copies a schema with every object closed that has members and says nothing of others. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, close(value)]));
  return 'properties' in copy && copy.type === 'object' ? { additionalProperties: false, ...copy } : copy;
}
