import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { proxiesOf } from './api/origin.ts'

/** In each answer: the id under which the log has its request. */
export const requestIdHeader = 'x-request-id'

/** A trace that a proxy has begun, and its span of this request (W3C Trace Context). */
export type SentTrace = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean }

export type RequestIds = ReturnType<typeof openRequestIds>

/**
 * The ids of requests. What a proxy of `trustProxy` says counts when it is well-formed; from anyone else it would let a caller choose
 * what is traced, and write into the log.
 */
export function openRequestIds(trustProxy: readonly string[]) {
  const isProxy = proxiesOf(trustProxy)
  const randomId = openRandomIds()

  function sent({ headers, socket }: IncomingMessage, name: string, form: RegExp) {
    const value = headers[name]
    if (typeof value !== 'string' || socket.remoteAddress === undefined) return undefined
    return isProxy(socket.remoteAddress) ? form.exec(value) : undefined
  }

  function sentTrace(request: IncomingMessage): SentTrace | undefined {
    const [, traceId, spanId, flags] = sent(request, 'traceparent', traceparent) ?? []
    if (!traceId || !spanId) return undefined
    return { traceId, spanId, isSampled: (Number.parseInt(flags ?? '0', 16) & 1) === 1 }
  }

  return {
    sentTrace,
    /** 32 hexadecimal digits: those of the sent trace, or random ones. */
    traceIdOf: (request: IncomingMessage) => sentTrace(request)?.traceId ?? randomId(),
    /** The proxy's id, or the id of the trace. */
    requestIdOf: ({ id, raw }: FastifyRequest) =>
      sent(raw, requestIdHeader, /^[\w.:+/=@-]{1,128}$/)?.[0] ?? id,
  }
}

// Version 00 is the only one. Ids of zeros are invalid.
const traceparent = /^00-((?!0{32})[\da-f]{32})-((?!0{16})[\da-f]{16})-([\da-f]{2})$/

/** Ids of 16 random bytes. The bytes of many are fetched together: each id costs a fifth of a UUID without its dashes. */
function openRandomIds(): () => string {
  const bytes = Buffer.alloc(16 * 256)
  let at = bytes.length
  return () => {
    if (at === bytes.length) {
      randomFillSync(bytes)
      at = 0
    }
    at += 16
    return bytes.toString('hex', at - 16, at)
  }
}
