import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BuiltFile, keptFile } from './built-files.ts'

/** Sends a kept file in the best encoding the browser takes, or says that the browser's own copy is still right. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: BuiltFile,
): Promise<FastifyReply> {
  reply.header('cache-control', file.cacheControl).header('etag', file.etag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const { bytes, encoding } = await file.encoded(String(request.headers['accept-encoding'] ?? ''))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.type(file.type).send(bytes)
}

/**
 * Sends an answer that is the same for everybody while the program runs: written down and made small once, and kept by
 * browsers for a day. Each such answer is one object, which it is remembered by.
 */
export function sendFixed(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: object,
): Promise<FastifyReply> {
  let file = fixed.get(answer)
  if (!file) {
    // Only by the browser itself: what it is sent with may be its own, such as how much it may still ask for.
    file = keptFile(Buffer.from(JSON.stringify(answer)), {
      extension: '.json',
      cacheControl: 'private, max-age=86400',
    })
    fixed.set(answer, file)
  }
  return sendFile(request, reply, file)
}

const fixed = new WeakMap<object, BuiltFile>()
