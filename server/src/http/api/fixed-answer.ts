import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer that is the same for all callers while the program runs, compressed once. */
export type FixedAnswer = {
  readonly headers: Readonly<Record<'content-type' | 'cache-control' | 'etag' | 'vary', string>>
  readonly identity: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
}

export async function fixedAnswer(text: string, type: string, cacheControl: string): Promise<FixedAnswer> {
  const identity = Buffer.from(text)
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(identity),
  ])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return {
    headers: {
      'content-type': type,
      'cache-control': cacheControl,
      etag: `"${hash}"`,
      vary: 'accept-encoding',
    },
    identity,
    br,
    gzip: gzipped,
  }
}

/** Sends a fixed answer in the best encoding that the browser accepts, or a 304 when the browser's copy is current. */
export function sendFixedAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FixedAnswer,
): FastifyReply {
  reply.headers(answer.headers)
  if (request.headers['if-none-match'] === answer.headers.etag) return reply.code(304).send()
  const encoding = acceptedEncoding(request)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(answer[encoding])
}

/** The best of the encodings that a request accepts. */
export function acceptedEncoding({ headers }: FastifyRequest): 'br' | 'gzip' | 'identity' {
  const accepted = String(headers['accept-encoding'] ?? '')
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

/** Sends the result of an endpoint that never changes, which browsers keep for a day. Each such result is one object. */
export async function sendFixedResult(
  request: FastifyRequest,
  reply: FastifyReply,
  result: object,
): Promise<FastifyReply> {
  let answer = fixedResults.get(result)
  if (!answer) {
    // Not in a shared cache: the headers contain this caller's remaining rate limit.
    answer = fixedAnswer(JSON.stringify(result), 'application/json; charset=utf-8', 'private, max-age=86400')
    fixedResults.set(result, answer)
  }
  return sendFixedAnswer(request, reply, await answer)
}

const fixedResults = new WeakMap<object, Promise<FixedAnswer>>()
