import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { fixedAnswer, sendFixedAnswer } from './fixed-answer.ts'
import type { HttpContext } from './http-context.ts'
import { openApiOf } from './open-api.ts'
import { referencePage, referenceStyle } from './reference-page.ts'
import type { Route } from './route.ts'

/**
 * `/api/openapi.json` and the reference page `/api/docs`. Both are rendered and compressed once, at the start, because they
 * are the largest answers a visitor can request.
 */
export async function registerApiDocuments(
  app: FastifyInstance,
  routes: readonly Route[],
  { bank, cookies, limits }: Pick<HttpContext, 'bank' | 'cookies' | 'limits'>,
): Promise<void> {
  const { bankName } = bank.config
  const { sessionName } = cookies
  const openApi = await fixedAnswer(
    JSON.stringify(openApiOf(routes, { bankName, sessionName })),
    'application/json; charset=utf-8',
    alwaysAsk,
  )
  const docs = await fixedAnswer(referencePage(routes, bankName), 'text/html; charset=utf-8', alwaysAsk)
  const counted = limits.counted('document', bank.clock)

  app.get('/api/openapi.json', { onRequest: counted }, (request, reply) =>
    sendFixedAnswer(request, reply, openApi),
  )
  app.get('/api/docs', { onRequest: counted }, (request, reply) =>
    sendFixedAnswer(request, reply.header('content-security-policy', docsPolicy), docs),
  )
}

// Browsers revalidate their copy each time.
const alwaysAsk = 'no-cache'

const docsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(referenceStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
