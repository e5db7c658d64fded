import type { Endpoint, Schema } from '@bank/contract/endpoint'
import { type RefusalCode, refusals } from '@bank/contract/errors'
import * as z from 'zod/mini'
import { type FieldError, Refusal } from '../../refusal.ts'

/** A request with the contract's rules applied. */
export type ParsedRequest = { readonly params: unknown; readonly query: unknown; readonly input: unknown }

/**
 * Applies an endpoint's rules to a request. Throws `validation` with a pointer and a message for each field, or the
 * endpoint's own refusal of a missing id. A query parameter that the endpoint does not know is refused first: without a mistyped
 * filter the answer would be another one than the caller wanted.
 */
export function parseRequest(
  endpoint: Endpoint,
  sent: { params: unknown; query: unknown; body: unknown },
): ParsedRequest {
  refuseUnknownParameter(endpoint, sent.query)
  return {
    params: endpoint.params && parse(endpoint, endpoint.params, sent.params),
    query: endpoint.query && parse(endpoint, endpoint.query, sent.query),
    input: parse(endpoint, endpoint.body ?? emptyBody, sent.body),
  }
}

const shownLengthMax = 40

function refuseUnknownParameter({ query }: Endpoint, sent: unknown): void {
  const known = query === undefined ? {} : (query as unknown as z.ZodMiniObject).shape
  for (const name in sent as object) {
    if (Object.hasOwn(known, name)) continue
    const detail = `Unknown query parameter: ${name.slice(0, shownLengthMax)}`
    throw new Refusal('validation', { unknownFields: 1 }, [{ pointer: '', detail }])
  }
}

// Unknown fields are counted, not listed, and a request that has any gets at most ten errors: an answer must not grow with
// the request.
const fieldErrorsMax = 10

/** The body of an endpoint that takes none. */
const emptyBody = z.strictObject({})

// Four times the fields of the largest form. A larger body is refused without validating each field.
const fieldsMax = 64

function parse(endpoint: Endpoint, schema: Schema, value: unknown): unknown {
  const count = countFields(value)
  if (count > fieldsMax) throw unknownFieldsRefusal(count, [])
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues: readonly Issue[] = result.error.issues
  const missingId = endpoint.refusals.find((code) => isMissingId(code, issues))
  if (missingId) throw new Refusal(missingId)
  const fields = issues.filter(({ code }) => code !== 'unrecognized_keys').map(fieldError)
  const unknownFields = issues.reduce((count, { keys }) => count + (keys?.length ?? 0), 0)
  throw unknownFields === 0
    ? new Refusal('validation', {}, fields)
    : unknownFieldsRefusal(unknownFields, fields)
}

/** The number of fields of a form; 0 for a file. */
function countFields(value: unknown): number {
  const isForm = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
  return isForm ? Object.keys(value).length : 0
}

function unknownFieldsRefusal(unknownFields: number, others: readonly FieldError[]): Refusal {
  const unknown = { pointer: '', detail: `Unknown fields: ${unknownFields}` }
  return new Refusal('validation', { unknownFields }, [unknown, ...others].slice(0, fieldErrorsMax))
}

type Issue = {
  readonly code: string
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
}

/** An id is not a form field: a request without one is malformed, with its own message. */
function isMissingId(code: RefusalCode, issues: readonly Issue[]): boolean {
  return refusals[code].status === 400 && issues.some(({ message }) => message === refusals[code].message)
}

function fieldError({ path, message }: Issue): FieldError {
  return { pointer: pointerTo(path), detail: message }
}

/** RFC 6901. */
function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
