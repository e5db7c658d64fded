import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { escapeHtml } from '../mail/html.ts'
import type { DrawnPage } from './page-renderer.ts'
import { bankForScreens } from './public-config.ts'

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

/** What a page begins with: what the build has drawn for visitors, what the server draws for one person, or a frame. */
type Beginning = 'visitor' | 'frame' | DrawnPage

/**
 * The pages of the built web app. Each route's names the scripts it will need; a visitor's comes with its first view
 * drawn, where the build has drawn it. Somebody who may be signed in does not get that one: it would show what they are led
 * away from.
 */
export function openPages(directory: string, config: Config): (path: string, begins: Beginning) => Page {
  const built = readFileSync(join(directory, 'index.html'), 'utf8').replaceAll('\r\n', '\n')
  const { scripts, views } = readAhead(join(directory, 'pages.json'))
  const circumstances = `${Number(config.demo)}${Number(config.supportEmail !== undefined)}`
  const pages = new Map<string, Page>()
  return (path, begins) => {
    const isDrawn = typeof begins === 'object'
    const ahead =
      begins === 'visitor' && Object.hasOwn(views, path) ? views[path]?.[circumstances] : undefined
    const needed = Object.hasOwn(scripts, path) ? scripts[path] : undefined
    // Whatever else is asked for gets the same page, so that nobody fills the memory with paths.
    const isPainted = isDrawn || ahead !== undefined
    const name = needed || isPainted ? `${path} ${isPainted}` : ''
    let page = pages.get(name)
    if (!page) {
      const framed = withScripts(built, needed ?? [], isPainted)
      page = fillPage(isDrawn ? withPlaces(framed) : withView(framed, ahead), config)
      pages.set(name, page)
    }
    return isDrawn ? withDrawing(page, begins) : page
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
  return around(html, 'ahead', titleOf(view), view)
}

// Commands to nobody: what people have written is escaped, and cannot be one.
const places = ['<!--title-->', '<!--drawn-->', '<!--answers-->'] as const

/** A page with places for what is drawn for one person. */
function withPlaces(html: string): string {
  const [title, view, answers] = places
  return around(html, 'now', title, view).replace('</body>', `${answers}</body>`)
}

function around(html: string, drawn: string, title: string, view: string): string {
  return html
    .replace('__DRAWN__', drawn)
    .replace('<title>', () => `<title>${title}`)
    .replace(/\s*<!--view-->[\s\S]*<!--\/view-->\s*/, () => view)
}

/** The beginning of a title: what the view's heading says. */
function titleOf(view: string): string {
  const heading = /<h1[^>]*>([^<]+)</.exec(view)?.[1]
  return heading ? `${heading} · ` : ''
}

/** Nothing of one person's page is kept, and nothing in it is taken for a place or a placeholder. */
function withDrawing({ withNonce, scriptHashes }: Page, { view, answers }: DrawnPage): Page {
  const [title, drawn, sent] = places
  return {
    scriptHashes,
    withNonce(nonce) {
      const [head = '', rest = ''] = withNonce(nonce).split(title)
      const [before = '', after = ''] = rest.split(drawn)
      const [within = '', end = ''] = after.split(sent)
      return [head, titleOf(view), before, view, within, scriptOf(answers), end].join('')
    },
  }
}

/** JSON that HTML takes for nothing else, neither the end of a script nor the beginning of a comment. */
function scriptOf(json: string): string {
  return `<script type="application/json" id="first-answers">${json.replaceAll('<', '\\u003c')}</script>`
}

/** Fills in the bank's name, and what the screens need to know about the bank. */
function fillPage(html: string, config: Config): Page {
  const { bankName, publicSiteUrl, supportEmail = '' } = config
  const settings = JSON.stringify(bankForScreens(config))
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
