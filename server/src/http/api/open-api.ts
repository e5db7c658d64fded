import type { Endpoint, Schema } from '@bank/contract/endpoint'
import { type RefusalCode, refusals } from '@bank/contract/errors'
import * as z from 'zod/mini'
import { problemType } from './problem.ts'
import type { Route } from './route.ts'

type Json = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of the routes: the contract in the words other programs read. `sessionName` is what the session's
 * cookie is called where people reach this bank.
 */
export function openApiOf(
  routes: readonly Route[],
  { bankName, sessionName }: { bankName: string; sessionName: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const { endpoint, caller } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, caller.name) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: bankName,
      version: '1',
      description: 'Errors are RFC 9457 problems; `code` names the reason.',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionName } },
      schemas: { Problem: problem },
    },
  }
}

function operationOf(endpoint: Endpoint, caller: string): Json {
  const { summary, params, query, body, answer, status } = endpoint
  return {
    summary,
    description: `For: ${caller}.`,
    ...(caller === 'anyone' ? { security: [] } : { security: [{ session: [] }] }),
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
    ...(body && {
      requestBody: { required: true, content: contentOf(body, 'input', endpoint.file?.types) },
    }),
    responses: {
      [status]: {
        description: 'Done',
        ...(answer && { content: contentOf(answer, 'output', endpoint.answerType && [endpoint.answerType]) }),
      },
      ...problemsOf(endpoint, caller),
    },
  }
}

/** JSON with its schema, or a file in one of its types, which says of itself what it is. */
function contentOf(schema: Schema, io: 'input' | 'output', types: readonly string[] | '' | undefined): Json {
  if (!types) return { 'application/json': { schema: schemaOf(schema, io) } }
  return Object.fromEntries(types.map((type) => [type, {}]))
}

function parametersOf(schema: Schema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }))
}

/** The refusals of an endpoint by status, and those that any endpoint may answer with. */
function problemsOf(
  { method, refusals: own, body, file, query }: Endpoint,
  caller: string,
): Record<string, Json> {
  const codes = new Set<RefusalCode>([
    ...own,
    'malformed',
    'timeout',
    'too_many_attempts',
    'internal',
    'busy',
  ])
  // What changes something may lose the answer of its commit.
  if (method !== 'GET') codes.add('csrf').add('outcome_unknown')
  if (body && !file)
    for (const code of ['body_too_large', 'media_type_unsupported', 'validation'] as const) codes.add(code)
  if (query) codes.add('validation')
  if (caller !== 'anyone') codes.add('signed_out')
  if (caller !== 'anyone' && !caller.includes('temporary')) codes.add('secrets_temporary')
  if (caller.startsWith('administrator')) codes.add('forbidden').add('administrator_deactivated')
  if (caller.includes('passcode')) codes.add('passcode_required')
  const byStatus = Map.groupBy(codes, (code) => String(refusals[code].status))
  const content = { [problemType.replace(/;.*$/, '')]: { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${refusals[code].sentence}`).join('\n\n'),
        content,
      },
    ]),
  )
}

function schemaOf(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'instance', 'traceId', 'errors'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(refusals) },
    detail: { type: 'string', description: 'The reason in the words a person reads' },
    instance: { type: 'string' },
    traceId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'detail'],
        properties: { pointer: { type: 'string' }, detail: { type: 'string' } },
      },
    },
    facts: { type: 'object' },
  },
}
