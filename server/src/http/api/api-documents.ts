import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { fixedAnswer, sendFixedAnswer } from './fixed-answer.ts'
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
  const openApi = await fixedAnswer(
    JSON.stringify(openApiOf(routes, { bankName, sessionName })),
    'application/json; charset=utf-8',
    alwaysAsk,
  )
  const docs = await fixedAnswer(docsPage(routes, bankName), 'text/html; charset=utf-8', alwaysAsk)
  const counted = limits.counted('document', bank.clock)

  app.get('/api/openapi.json', { onRequest: counted }, (request, reply) =>
    sendFixedAnswer(request, reply, openApi),
  )
  app.get('/api/docs', { onRequest: counted }, (request, reply) =>
    sendFixedAnswer(request, reply.header('content-security-policy', docsPolicy), docs),
  )
}

// A browser asks each time whether its copy is still right.
const alwaysAsk = 'no-cache'

const docsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(docsStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
