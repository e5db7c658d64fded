import { randomBytes } from 'node:crypto'
import { type Page, pageAt } from '@bank/contract/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Bank } from '../bank.ts'
import type { Config } from '../config/config.ts'
import { acceptedEncoding } from '../http/api/fixed-answer.ts'
import type { HttpContext } from '../http/api/http-context.ts'
import { emptyPolicy, pagePolicy, sendPage } from '../http/security-headers.ts'
import { Refusal } from '../refusal.ts'
import { openPageCompression } from './compress-page.ts'
import { openPageRenderer, type PageRenderer } from './page-renderer.ts'
import { type FirstView, type PageTemplate, readPageTemplate } from './page-template.ts'
import { plainPage } from './plain-page.ts'
import { publicConfigOf } from './public-config.ts'
import { readerZone } from './time-zone-cookie.ts'

type WebAppSettings = Pick<HttpContext, 'bank' | 'limits'> & {
  /** The folder of the built web app. */
  readonly directory: string
  /** The id of the build. Empty when the screens have not been built. */
  readonly build: string
  /** The time limit for the first view of a user's page. */
  readonly renderTimeoutMs: number
}

/** Answers requests that match no route: with the pages of the web app, or with a 404. */
export function openWebApp(
  app: FastifyInstance,
  { bank, limits, directory, build, renderTimeoutMs: timeoutMs }: WebAppSettings,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const { config, clock } = bank
  const publicConfig = publicConfigOf(config, build)
  const template = build ? readPageTemplate(directory, publicConfig, bank) : undefined
  const renderer = openPageRenderer(app, {
    directory,
    config: publicConfig,
    timeoutMs,
    unrendered: bank.failures.unrenderedPages,
  })
  const compress = openPageCompression()

  return async (request, reply) => {
    const path = request.url.replace(/[?#].*$/, '')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // A page instead of a missing script would only hide the error.
    const isForPages = !/^\/(api|assets)(\/|$)/.test(path)
    limits.countAddress(isForPages && isRead ? 'page' : 'unknown', request.ip, clock())
    const page = isForPages ? pageAt(path) : undefined
    if (!isForPages || (!isRead && !page)) throw new Refusal('not_found')
    if (!isRead) {
      reply.header('allow', 'GET, HEAD')
      throw new Refusal('method_not_allowed')
    }
    if (!template) return sendNotBuilt(reply, config)
    const view = await firstViewOf(page, request, { bank, renderer })
    const html = fillOnce(template, page, view)
    const { bytes, encoding } = await compress(html.text, acceptedEncoding(request))
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    // Another site cannot learn a user's data from the compressed length: the session's cookie is SameSite=Strict, so browsers do
    // not send it with that site's requests.
    return sendPage(
      reply.code(page ? 200 : 404).header('vary', 'accept-encoding'),
      bytes,
      pagePolicy(config, html),
    )
  }
}

function fillOnce({ fill, scriptHashes }: PageTemplate, page: Page | undefined, view: FirstView) {
  const nonce = randomBytes(16).toString('base64')
  return { nonce, scriptHashes, text: fill(page, view, nonce) }
}

/** A request that may come from a signed-in user does not get a visitor's page, from which that user is redirected. */
async function firstViewOf(
  page: Page | undefined,
  request: FastifyRequest,
  { bank, renderer }: { bank: Bank; renderer: PageRenderer },
): Promise<FirstView> {
  if (page?.start === 'prerendered' && request.sentCookies.session === undefined) {
    const html = await renderer.forVisitor(page.path)
    if (html !== undefined) return { start: 'prerendered', html }
  }
  if (page?.start === 'server-rendered' && request.method === 'GET' && (await isSignedIn(request, bank))) {
    const rendered = await renderer.forUser(request, readerZone(request.headers.cookie, bank.config))
    if (rendered) return { start: 'server-rendered', ...rendered }
  }
  return { start: 'shell' }
}

/** Whether the request has the cookie of a session, or the one before it, as after a reload during a renewal. */
async function isSignedIn({ sentCookies }: FastifyRequest, { sessions, clock }: Bank): Promise<boolean> {
  const { sessionKey } = sentCookies
  if (sessionKey === undefined) return false
  const find = async () =>
    (await sessions.find(sessionKey)) ?? (await sessions.findSuperseded(sessionKey, new Date(clock())))
  return (await find().catch(() => undefined)) !== undefined
}

function sendNotBuilt(reply: FastifyReply, { bankName }: Config): FastifyReply {
  const html = plainPage(
    bankName,
    'The bank is open, but its screens have not been built. Stop it and run <code>npm start</code>.',
  )
  return sendPage(reply.code(503), html, emptyPolicy)
}
