import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type FixedAnswer, fixedAnswer, sendFixedAnswer } from './fixed-answer.ts'
import type { HttpContext } from './http-context.ts'
import { openApiOf } from './open-api.ts'
import { referencePage, referenceStyle } from './reference-page.ts'
import type { Route } from './route.ts'

/**
 * `/api/openapi.json` and the reference page `/api/docs`. Both are rendered and compressed once, at the first request for
 * them, because they are the largest answers a visitor can request.
 */
export function registerApiDocuments(
  app: FastifyInstance,
  routes: readonly Route[],
  { bank, cookies, limits }: Pick<HttpContext, 'bank' | 'cookies' | 'limits'>,
): void {
  const { bankName } = bank.config
  const { sessionName } = cookies
  const counted = limits.counted('document', bank.clock)
  let openApi: Promise<FixedAnswer> | undefined
  let reference: Promise<FixedAnswer> | undefined

  app.get('/api/openapi.json', { onRequest: counted }, async (request, reply) => {
    openApi ??= fixedAnswer(
      JSON.stringify(openApiOf(routes, { bankName, sessionName })),
      'application/json; charset=utf-8',
      revalidated,
    )
    return sendFixedAnswer(request, reply, await openApi)
  })
  app.get('/api/docs', { onRequest: counted }, async (request, reply) => {
    reference ??= fixedAnswer(referencePage(routes, bankName), 'text/html; charset=utf-8', revalidated)
    return sendFixedAnswer(request, reply.header('content-security-policy', docsPolicy), await reference)
  })
}

// Browsers revalidate their copy each time.
const revalidated = 'no-cache'

const docsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(referenceStyle).digest('base64')}'`,
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
