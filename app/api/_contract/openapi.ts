import { z } from 'zod';
import { PROBLEMS, type ProblemName } from '../_http/problem.ts';
import { type Endpoint, SHARED_PROBLEMS } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { errorAnswer } from './figures.ts';
import { components } from './values.ts';
import { VERSION } from './version.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const ref = (id: string) => `#/components/schemas/${id}`;

/** The description of the API as OpenAPI 3.1, made from the very schemas that parse and type it. */
export function openapiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of ENDPOINTS) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Seamark',
      version: VERSION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Whether resumed MCP sessions are really the same sessions. Times are ISO 8601 in UTC. Unknown parameters are errors. Answers may gain members; what is here does not change.',
    },
    paths,
    components: { schemas: componentSchemas() },
  };
}

function operation(endpoint: Endpoint): JsonSchema {
  const { id, summary, description, method } = endpoint;
  const inPath = Object.entries(endpoint.pathParameters).map(([name, schema]) =>
    parameter(name, schema, 'path'),
  );
  const inQuery =
    method === 'GET'
      ? Object.entries(endpoint.input).map(([name, schema]) => parameter(name, schema, 'query'))
      : [];
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(inPath.length + inQuery.length > 0 ? { parameters: [...inPath, ...inQuery] } : {}),
    ...(method === 'POST' ? { requestBody: requestBody(endpoint) } : {}),
    responses: responses(endpoint),
  };
}

function parameter(name: string, schema: z.core.$ZodType, place: 'path' | 'query'): JsonSchema {
  const { description, ...form } = inputSchema(schema);
  return {
    name,
    in: place,
    required: place === 'path',
    ...(description === undefined ? {} : { description }),
    schema: form,
  };
}

function requestBody(endpoint: Endpoint): JsonSchema {
  const schema = inputSchema(z.strictObject(endpoint.input));
  return { required: true, content: { 'application/json': { schema } } };
}

function responses(endpoint: Endpoint): JsonSchema {
  const answer = { content: { 'application/json': { schema: answerSchema(endpoint.answer) } } };
  const problems = codesByStatus([...SHARED_PROBLEMS, ...endpoint.problems]);
  const errors = [...problems].map(([status, codes]) => [
    status,
    {
      description: codes.join(', '),
      content: { 'application/json': { schema: answerSchema(errorAnswer) } },
    },
  ]);
  return {
    ...Object.fromEntries(errors),
    200: { description: 'The answer', ...answer },
    ...(endpoint.alsoStatus === undefined
      ? {}
      : { [endpoint.alsoStatus]: { description: 'The same, when something is away', ...answer } }),
  };
}

function codesByStatus(names: readonly ProblemName[]): ReadonlyMap<number, readonly string[]> {
  const byStatus = new Map<number, string[]>();
  for (const name of names) {
    const { status, code } = PROBLEMS[name];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code} ${name}`]);
  }
  return byStatus;
}

/** The form in which a value is sent to us. */
function inputSchema(schema: z.core.$ZodType): JsonSchema {
  return withoutMarks(z.toJSONSchema(schema, { io: 'input', override: dropReadOnly }));
}

function answerSchema(schema: z.ZodType): JsonSchema {
  const id = components.get(schema)?.id;
  return id === undefined ? withoutMarks(z.toJSONSchema(schema)) : { $ref: ref(id) };
}

function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  const { schemas } = z.toJSONSchema(components, { uri: ref, override: openForGrowth });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutMarks(schema)]));
}

interface Override {
  readonly jsonSchema: Record<string, unknown>;
}

/** `readonly` is how our types are; in OpenAPI it would mean "never sent by a client". */
function dropReadOnly({ jsonSchema }: Override): void {
  delete jsonSchema.readOnly;
}

/** Answers may gain members: a client that was made from this description must not refuse them. */
function openForGrowth(override: Override): void {
  dropReadOnly(override);
  if (override.jsonSchema.additionalProperties === false) delete override.jsonSchema.additionalProperties;
}

/** OpenAPI names the dialect and the place of each schema itself. */
function withoutMarks({ $schema: _dialect, $id: _place, ...schema }: Record<string, unknown>): JsonSchema {
  return schema;
}
