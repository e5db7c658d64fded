import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { escapeHtml } from '../mail/html.ts'

/** A page of the web app, filled in for this bank. */
export type Page = {
  /** With a nonce that is good for one answer. */
  readonly withNonce: (nonce: string) => string
  /** Base64 SHA-256 of each script that stands in the page itself. */
  readonly scriptHashes: readonly string[]
}

/** What the build has found out about the pages ahead: scripts by route, and views by route and circumstances. */
type Ahead = {
  readonly scripts: Readonly<Record<string, readonly string[]>>
  readonly views: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * The pages of the built web app. Each route's names the scripts it will need; a visitor's comes with its first view
 * drawn, where the build has drawn it. Somebody who may be signed in gets none: it would show what they are led away from.
 */
export function openPages(directory: string, config: Config): (path: string, isVisitor: boolean) => Page {
  const built = readFileSync(join(directory, 'index.html'), 'utf8').replaceAll('\r\n', '\n')
  const { scripts, views } = readAhead(join(directory, 'pages.json'))
  const circumstances = `${Number(config.demo)}${Number(config.supportEmail !== undefined)}`
  const pages = new Map<string, Page>()
  return (path, isVisitor) => {
    const view = isVisitor && Object.hasOwn(views, path) ? views[path]?.[circumstances] : undefined
    const needed = Object.hasOwn(scripts, path) ? scripts[path] : undefined
    // Whatever else is asked for gets the same page, so that nobody fills the memory with paths.
    const name = needed || view !== undefined ? `${path} ${view !== undefined}` : ''
    const known = pages.get(name)
    if (known) return known
    const page = fillPage(withView(withScripts(built, needed ?? [], view !== undefined), view), config)
    pages.set(name, page)
    return page
  }
}

function readAhead(file: string): Ahead {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Ahead
  } catch {
    // Every page then begins with the same frame, and finds what it needs a little later.
    return { scripts: {}, views: {} }
  }
}

/**
 * The scripts load beside the first one instead of after it. Those of a drawn page are laid aside until it has been seen: on
 * a slow line they would take the place of its styles and typeface. A script in the head takes them out (web/index.html).
 */
function withScripts(html: string, scripts: readonly string[], isDrawn: boolean): string {
  const links = scripts.map((path) => `<link rel="modulepreload" crossorigin href="${path}">`).join('')
  if (!isDrawn) return html.replace('<!--scripts-->', links)
  const first = (html.match(firstScripts) ?? []).join('')
  return html
    .replace(firstScripts, '')
    .replace('<!--scripts-->', `<template id="scripts">${first}${links}</template>`)
}

const firstScripts = /<link rel="modulepreload"[^>]*>|<script type="module"[^>]*><\/script>/g

function withView(html: string, view: string | undefined): string {
  if (view === undefined) return html.replace('__DRAWN__', 'no')
  const title = /<h1[^>]*>([^<]+)</.exec(view)?.[1]
  return html
    .replace('__DRAWN__', 'ahead')
    .replace('<title>', () => (title ? `<title>${title} · ` : '<title>'))
    .replace(/\s*<!--view-->[\s\S]*<!--\/view-->\s*/, () => view)
}

/** Fills in the bank's name, and what the screens need to know about the bank. */
function fillPage(html: string, config: Config): Page {
  const { bankName, publicSiteUrl, timeZone, supportEmail = '', ticker, demo } = config
  const mail = config.mail.by !== 'outbox'
  const settings = JSON.stringify({ bankName, publicSiteUrl, timeZone, supportEmail, ticker, demo, mail })
  // A function as the replacement: in a text, `$&` in a bank's name would mean something.
  const filled = html
    .replaceAll('__BANK_NAME__', () => escapeHtml(bankName))
    .replaceAll('__BANK_SETTINGS__', () => escapeHtml(settings))
    .replaceAll('__PUBLIC_SITE_URL__', () => escapeHtml(publicSiteUrl))
    .replaceAll('__SUPPORT_EMAIL__', () => escapeHtml(supportEmail))
  const parts = filled.split('__CSP_NONCE__')
  return {
    withNonce: (nonce) => parts.join(nonce),
    scriptHashes: [...filled.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) =>
      createHash('sha256').update(script).digest('base64'),
    ),
  }
}
