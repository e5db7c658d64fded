import type { Endpoint } from '@bank/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../refusal.ts'

// Exactly what the bank's own pages send: the more ways to say it, the more ways around what looks at it.
const json = /^application\/json(; ?charset=utf-8)?$/i

/**
 * Refuses a body in another form than the contract's, and one where there can be none, before it is read. Where nothing
 * has to be said, `{}` says nothing.
 */
export function requireBodyAsAgreed(request: FastifyRequest, endpoint: Endpoint): void {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
  if (endpoint.file && hasBody) {
    if (!endpoint.file.types.includes(type ?? '')) throw new Refusal(endpoint.file.otherType)
    if (Number(length) > endpoint.file.bytesMax) throw new Refusal(endpoint.file.tooLarge)
    return
  }
  if (!endpoint.file && (endpoint.body || (hasBody && endpoint.method !== 'GET'))) {
    if (type === undefined || !json.test(type)) throw new Refusal('media_type_unsupported')
    return
  }
  if (hasBody) throw new Refusal('malformed')
  // Some callers name a type for the body they do not send.
  delete request.raw.headers['content-type']
}
