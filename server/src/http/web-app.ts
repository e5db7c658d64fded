import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { escapeHtml } from '../mail/html.ts'
import { Refusal } from '../refusal.ts'
import { bankForScreens } from './bank-for-screens.ts'
import { encodeOnce, readBuiltFiles } from './built-files.ts'
import { openCookies } from './cookies.ts'
import { openDrawing } from './drawing.ts'
import { openPages, type Page } from './page.ts'
import { pagePolicy, sendPage } from './security-headers.ts'
import { sendFile } from './send-file.ts'

type WebAppSettings = {
  readonly config: Config
  /** Where the built web app is. */
  readonly directory: string
  /** For how long a page is waited for to be drawn. */
  readonly patienceMilliseconds: number
}

/** Answers what no route did: the web app's files and pages, and a 404 that is one. */
export function openWebApp(
  app: FastifyInstance,
  { config, directory, patienceMilliseconds }: WebAppSettings,
) {
  const files = readBuiltFiles(directory)
  const pageOf = files.delete('/index.html') ? openPages(directory, config) : undefined
  files.delete('/pages.json')
  const draw = openDrawing(app, { directory, bank: bankForScreens(config), patienceMilliseconds })
  const cookies = openCookies(config.publicUrl?.startsWith('https:') ?? false)

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.replace(/[?#].*$/, '')
    if (path === '/api' || path.startsWith('/api/')) throw new Refusal('not_found')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (!isPage(path) && !files.has(path)) throw new Refusal('not_found')
      reply.header('allow', 'GET, HEAD')
      throw new Refusal('method_not_allowed')
    }
    const file = files.get(path)
    if (file) return sendFile(request, reply, file)
    // A page in place of a missing script would only hide that it is missing.
    if (path.startsWith('/assets/')) throw new Refusal('not_found')
    reply.code(isPage(path) ? 200 : 404)
    if (!pageOf) return sendNotBuilt(reply, config)
    const isVisitor = cookies.read(request.headers.cookie).session === undefined
    const isDrawn = !isVisitor && request.method === 'GET' && customersPages.has(path)
    const drawn = isDrawn ? await draw(request) : undefined
    return sendApp(request, reply, pageOf(path, isVisitor ? 'visitor' : (drawn ?? 'frame')), config)
  }
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

async function sendApp(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  config: Config,
): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64')
  const policy = pagePolicy(config, { nonce, scriptHashes: page.scriptHashes })
  // No other site can have a browser ask for a page as who is signed in (the cookie is SameSite=Strict), so that nobody learns
  // from its length what stands in it.
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const { bytes, encoding } = await encodeOnce(page.withNonce(nonce), accepted)
  if (encoding) reply.header('content-encoding', encoding)
  return sendPage(reply.header('vary', 'accept-encoding'), bytes, policy)
}

function sendNotBuilt(reply: FastifyReply, { bankName }: Config): FastifyReply {
  const name = escapeHtml(bankName)
  const html = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${name}</title>
<h1>${name}</h1>
<p>The bank is open, but its screens have not been built. Stop it and run <code>npm start</code>.</p></html>`
  return sendPage(reply.code(503), html, "default-src 'none'; frame-ancestors 'none'")
}

const pages = [
  /^\/(register|dashboard|transfer|transactions|statement|profile|settings|support|terms|privacy|reset-password)?$/,
  /^\/admin(\/(overview|dashboard|settings|create-user|audit-log|support-messages|outbox|users\/[^/]+))?$/,
]

/** True for the paths of the specification (§2), with or without a slash at the end. */
function isPage(path: string): boolean {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path
  return pages.some((pattern) => pattern.test(plain))
}
