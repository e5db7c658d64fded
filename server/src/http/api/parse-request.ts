import type { Endpoint, Schema } from '@bank/contract/endpoint'
import { type RefusalCode, refusals } from '@bank/contract/errors'
import * as z from 'zod/mini'
import { type FieldError, Refusal } from '../../refusal.ts'

/** The parts of a request as the contract's rules understand them. */
export type Understood = { readonly params: unknown; readonly query: unknown; readonly input: unknown }

/**
 * Applies an endpoint's rules to what was sent. Throws `validation` with a pointer and a sentence for each field, or,
 * where the endpoint says so, the refusal of its own that a missing id has.
 */
export function understand(
  endpoint: Endpoint,
  sent: { params: unknown; query: unknown; body: unknown },
): Understood {
  return {
    params: endpoint.params && parse(endpoint, endpoint.params, sent.params),
    query: endpoint.query && parse(endpoint, endpoint.query, sent.query),
    input: parse(endpoint, endpoint.body ?? nothing, sent.body),
  }
}

// Fields that no form has are counted and not listed: an answer must not grow with what was sent. Who sends such fields
// does not fill in a form, and is told of ten fields at most.
const fieldErrorsMax = 10

/** What an endpoint that asks for no body is sent. */
const nothing = z.strictObject({})

// Four times as many as the largest form has. What has more is not worth comparing with a form, field by field.
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

/** How many fields a form was sent with; none for the bytes of a file. */
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

/** An id is no field a person fills in: without one the request is malformed, in the words of its own refusal. */
function isMissingId(code: RefusalCode, issues: readonly Issue[]): boolean {
  return refusals[code].status === 400 && issues.some(({ message }) => message === refusals[code].sentence)
}

function fieldError({ path, message }: Issue): FieldError {
  return { pointer: pointerTo(path), detail: message }
}

/** RFC 6901. */
function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
