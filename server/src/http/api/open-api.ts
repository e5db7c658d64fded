import { allAccounts } from '@bank/contract/accounts/all-accounts'
import { accountNumber, accountNumberOrAll } from '@bank/contract/accounts/form'
import { waitingAct } from '@bank/contract/admin/approvals/waiting-act'
import { accountNumberPattern } from '@bank/contract/answer-formats'
import type { Audience } from '@bank/contract/audience'
import type { Endpoint, Schema } from '@bank/contract/endpoint'
import { type RefusalCode, refusals } from '@bank/contract/errors'
import { ownTransferForm } from '@bank/contract/own-transfers/form'
import * as z from 'zod/mini'
import { audienceText } from './audience-text.ts'
import { problemType } from './problem.ts'
import type { Route } from './route.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the routes. `sessionName` is the name of the session cookie of this bank. */
export function openApiOf(
  routes: readonly Route[],
  { bankName, sessionName }: { bankName: string; sessionName: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const { endpoint } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
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

function operationOf(endpoint: Endpoint): Json {
  const { summary, audience, params, query, body, answer, status } = endpoint
  return {
    summary,
    description: `For: ${audienceText(audience)}.`,
    security: audience.signedIn ? [{ session: [] }] : [],
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
    ...(body && {
      requestBody: {
        required: endpoint.method !== 'DELETE',
        content: contentOf(body, 'input', endpoint.file?.types),
      },
    }),
    responses: {
      [status]: {
        description: 'Success',
        ...(answer && { content: contentOf(answer, 'output', endpoint.answerType && [endpoint.answerType]) }),
      },
      ...(endpoint.mayWait && {
        202: {
          description: 'Waits for a second person',
          content: contentOf(waitingAct, 'output', undefined),
        },
      }),
      ...problemsOf(endpoint),
    },
  }
}

/** JSON with its schema, or a file in one of its media types. */
function contentOf(schema: Schema, io: 'input' | 'output', types: readonly string[] | '' | undefined): Json {
  if (!types) return { 'application/json': { schema: schemaOf(schema, io) } }
  return Object.fromEntries(types.map((type) => [type, {}]))
}

function parametersOf(schema: Schema | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: of,
  }))
}

/** The problems of an endpoint by status: its own and those of every endpoint. */
function problemsOf(endpoint: Endpoint): Record<string, Json> {
  const codes = new Set([
    ...endpoint.refusals,
    ...refusalsOfEveryEndpoint,
    ...refusalsOfInput(endpoint),
    ...refusalsOfAudience(endpoint.audience),
  ])
  const byStatus = Map.groupBy(codes, (code) => String(refusals[code].status))
  const content = { [problemType.replace(/;.*$/, '')]: { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${refusals[code].message}`).join('\n\n'),
        content,
      },
    ]),
  )
}

const refusalsOfEveryEndpoint: readonly RefusalCode[] = [
  'malformed',
  'timeout',
  // An unknown query parameter.
  'validation',
  'too_many_attempts',
  'internal',
  'busy',
]

function refusalsOfInput(endpoint: Endpoint): RefusalCode[] {
  const { method, body, file } = endpoint
  const codes: RefusalCode[] = []
  // The outcome of a change is unknown when the answer to its commit is lost.
  if (method !== 'GET') codes.push('csrf', 'bank_read_only', 'outcome_unknown')
  if (body && !file) codes.push('body_too_large', 'media_type_unsupported')
  if ('isOfAccount' in endpoint.audience) codes.push('account_not_found')
  return codes
}

function refusalsOfAudience(audience: Audience): RefusalCode[] {
  if (!audience.signedIn) return []
  const codes: RefusalCode[] = ['signed_out']
  const accepted = 'may' in audience ? undefined : audience
  if (!accepted?.withTemporarySecrets) codes.push('secrets_temporary')
  if (!accepted?.withoutSecondFactor) codes.push('second_factor_required')
  if (!('may' in audience)) return audience.confirmed ? [...codes, 'confirm_required'] : codes
  codes.push('forbidden', 'administrator_deactivated')
  return audience.elevated ? [...codes, 'passcode_required'] : codes
}

function schemaOf(schema: Schema, io: 'input' | 'output'): Json {
  const options: z.core.ToJSONSchemaParams = { io, unrepresentable: 'any', override: nameValues }
  const { $schema: _, ...rest } = z.toJSONSchema(schema, options) as Json
  return rest
}

/**
 * What the rules of a field do not say by themselves. A number in another form than an account's is answered as an unknown one is. A
 * choice from a list takes a text, which it trims: its values are those of what comes after that.
 */
const nameValues: NonNullable<z.core.ToJSONSchemaParams['override']> = ({ zodSchema, jsonSchema }) => {
  const pattern = numberPatterns.get(zodSchema)
  if (pattern !== undefined) jsonSchema.pattern = pattern
  if (!(zodSchema instanceof z.ZodMiniPipe)) return
  const { out } = zodSchema.def
  if (out instanceof z.ZodMiniEnum) jsonSchema.enum = out.options
}

const numberPatterns: ReadonlyMap<unknown, string> = new Map([
  [accountNumber, accountNumberPattern.source],
  [ownTransferForm.shape.to, accountNumberPattern.source],
  [accountNumberOrAll, `${accountNumberPattern.source}|^${allAccounts}$`],
])

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'instance', 'traceId', 'errors'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(refusals) },
    detail: { type: 'string', description: 'The reason as the screens show it' },
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
