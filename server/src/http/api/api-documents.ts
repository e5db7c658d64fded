import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type BuiltFile, keptFile } from '../../pages/built-files.ts'
import { sendFile } from '../../pages/send-file.ts'
import { openApiOf } from './open-api.ts'
import { docsPage, docsStyle } from './reference-page.ts'
import type { Doors } from './registrar.ts'
import type { Route } from './route.ts'

/**
 * `/api/openapi.json` and `/api/docs`: the contract for programs and for people. Both are written and compressed once, at
 * the start: they are the largest answers a stranger can ask for.
 */
export async function registerApiDocuments(
  app: FastifyInstance,
  routes: readonly Route[],
  { bank, cookies, limits }: Pick<Doors, 'bank' | 'cookies' | 'limits'>,
): Promise<void> {
  const { bankName } = bank.config
  const { sessionName } = cookies
  const openApi = await document(JSON.stringify(openApiOf(routes, { bankName, sessionName })), '.json')
  const docs = await document(docsPage(routes, bankName), '.html')
  const counted = limits.counted('document', bank.clock)

  app.get('/api/openapi.json', { onRequest: counted }, (request, reply) => sendFile(request, reply, openApi))
  app.get('/api/docs', { onRequest: counted }, (request, reply) =>
    sendFile(request, reply.header('content-security-policy', docsPolicy), docs),
  )
}

const docsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(docsStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A document that is ready to be sent in either encoding. A browser asks each time whether its own copy is still right. */
async function document(text: string, extension: '.json' | '.html'): Promise<BuiltFile> {
  const file = keptFile(Buffer.from(text), { extension, cacheControl: 'no-cache' })
  await Promise.all([file.encoded('br'), file.encoded('gzip')])
  return file
}
