import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Bank } from '../bank.ts'
import type { Config } from '../config/config.ts'
import type { Doors } from '../http/api/registrar.ts'
import { pagePolicy, sendPage } from '../http/security-headers.ts'
import { Refusal } from '../refusal.ts'
import { openEncoder, readBuiltFiles } from './built-files.ts'
import { openDrawing } from './page-renderer.ts'
import { openPages } from './page-template.ts'
import { plainPolicy, sentencePage } from './plain-page.ts'
import { bankForScreens } from './public-config.ts'
import { sendFile } from './send-file.ts'

type WebAppSettings = Pick<Doors, 'bank' | 'limits'> & {
  /** Where the built web app is. */
  readonly directory: string
  /** For how long a page is waited for to be drawn. */
  readonly patienceMilliseconds: number
}

/** Answers what no route did: the web app's files and pages, and a 404 that is one. */
export function openWebApp(
  app: FastifyInstance,
  { bank, limits, directory, patienceMilliseconds }: WebAppSettings,
) {
  const { config, clock } = bank
  const files = readBuiltFiles(directory)
  const pageOf = files.delete('/index.html') ? openPages(directory, config) : undefined
  files.delete('/pages.json')
  const encode = openEncoder()
  const draw = openDrawing(app, { directory, bank: bankForScreens(config), patienceMilliseconds })

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.replace(/[?#].*$/, '')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const file = files.get(path)
    const isApi = path === '/api' || path.startsWith('/api/')
    const isMissing = isApi || (!file && path.startsWith('/assets/'))
    const kind = isMissing || !isRead ? 'unknown' : file ? 'file' : 'page'
    limits.countAddress(kind, request.ip, clock())
    // A page in place of a missing script would only hide that it is missing.
    if (isMissing) throw new Refusal('not_found')
    if (!isRead) {
      if (!isPage(path) && !file) throw new Refusal('not_found')
      reply.header('allow', 'GET, HEAD')
      throw new Refusal('method_not_allowed')
    }
    if (file) return sendFile(request, reply, file)
    reply.code(isPage(path) ? 200 : 404)
    if (!pageOf) return sendNotBuilt(reply, config)
    const isVisitor = request.sentCookies.session === undefined
    const isDrawn = request.method === 'GET' && customersPages.has(path) && (await isSignedIn(request, bank))
    const drawn = isDrawn ? await draw(request) : undefined
    const page = pageOf(path, isVisitor ? 'visitor' : (drawn ?? 'frame'))
    const nonce = randomBytes(16).toString('base64')
    const policy = pagePolicy(config, { nonce, scriptHashes: page.scriptHashes })
    // No other site can have a browser ask for a page as who is signed in (the cookie is SameSite=Strict), so that nobody
    // learns from its length what stands in it.
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const { bytes, encoding } = await encode(page.withNonce(nonce), accepted)
    if (encoding) reply.header('content-encoding', encoding)
    return sendPage(reply.header('vary', 'accept-encoding'), bytes, policy)
  }
}

/** True when the request's cookie opens a session: for nobody else a page is drawn. */
async function isSignedIn({ sentCookies }: FastifyRequest, { sessions }: Bank): Promise<boolean> {
  const { sessionKey } = sentCookies
  if (sessionKey === undefined) return false
  const session = await sessions.find(sessionKey).catch(() => undefined)
  return session !== undefined
}

/** Drawn by the server for whoever is signed in. */
const customersPages = new Set([
  '/dashboard',
  '/transfer',
  '/transactions',
  '/statement',
  '/profile',
  '/settings',
])

function sendNotBuilt(reply: FastifyReply, { bankName }: Config): FastifyReply {
  const html = sentencePage(
    bankName,
    'The bank is open, but its screens have not been built. Stop it and run <code>npm start</code>.',
  )
  return sendPage(reply.code(503), html, plainPolicy)
}

const pages = [
  /^\/(register|dashboard|transfer|transactions|statement|profile|settings|support|terms|privacy|reset-password|confirm-email)?$/,
  /^\/admin(\/(overview|dashboard|settings|create-user|audit-log|support-messages|outbox|users\/[^/]+))?$/,
]

/** True for the paths of the specification (§2), with or without a slash at the end. */
function isPage(path: string): boolean {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path
  return pages.some((pattern) => pattern.test(plain))
}
