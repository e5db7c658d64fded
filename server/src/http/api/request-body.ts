import type { Endpoint } from '@bank/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../refusal.ts'

/** Of every body but a file. */
export const bodyBytesMax = 64 * 1024

// Exactly the type that the bank's pages send: other types could bypass filters in front of the bank.
const json = /^application\/json(; ?charset=utf-8)?$/i

/**
 * Refuses, before it is read, a body in another media type than the contract's and a body where none is allowed. `{}` counts as
 * no body.
 */
export function requireAgreedBody(request: FastifyRequest, endpoint: Endpoint): void {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
  if (endpoint.file && hasBody) {
    if (!endpoint.file.types.includes(type ?? '')) throw new Refusal(endpoint.file.otherType)
    if (Number(length) > endpoint.file.bytesMax) throw new Refusal(endpoint.file.tooLarge)
    return
  }
  // All that a DELETE may say is a reason.
  const needsBody = endpoint.body && endpoint.method !== 'DELETE'
  if (!endpoint.file && (needsBody || (hasBody && endpoint.method !== 'GET'))) {
    if (type === undefined || !json.test(type)) throw new Refusal('media_type_unsupported')
    return
  }
  if (hasBody) throw new Refusal('malformed')
  // Some clients send a content type without a body.
  delete request.raw.headers['content-type']
}

/** Answers `Expect: 100-continue`, which some clients send before a large body. */
export function sendContinue({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers.expect !== undefined) reply.raw.writeContinue()
}

/** True for a body that would cost more to read than its refusal. The connection is closed instead. */
export function isLargeAndUnread({ raw: { headers, complete } }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  return !complete && (encoding !== undefined || Number(length) > bodyBytesMax)
}
