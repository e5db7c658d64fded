import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isForAdministrators, type Page, pageList } from '@bank/contract/pages'
import { escapeHtml } from '../mail/html.ts'
import { type Manifest, scriptsOf } from './page-scripts.ts'
import type { PublicConfig } from './public-config.ts'

/** How a page is sent: with the `html` of its first view, and for a signed-in user with the dehydrated `state` as JSON. */
export type FirstView =
  | { readonly start: 'shell' }
  | { readonly start: 'prerendered'; readonly html: string }
  | { readonly start: 'server-rendered'; readonly html: string; readonly state: string }

export type PageTemplate = {
  /** Base64 SHA-256 of each inline script. */
  readonly scriptHashes: readonly string[]
  /** The complete HTML. `nonce` must be new for each answer. Without a `page`, the shell, which shows a 404. */
  readonly fill: (page: Page | undefined, view: FirstView, nonce: string) => string
}

/** Reads `index.html` of the built web app, and fills in the values that are the same for every page. */
export function readPageTemplate(
  directory: string,
  config: PublicConfig,
  { isReadOnly }: { isReadOnly: boolean },
): PageTemplate {
  const html = readFileSync(join(directory, 'index.html'), 'utf8')
    .replaceAll('\r\n', '\n')
    .replace(readOnlyBar, isReadOnly ? '$1$2' : '')
  const manifest = JSON.parse(readFileSync(join(directory, '.vite/manifest.json'), 'utf8')) as Manifest
  const preloadsFor = openPreloads(manifest)
  const entry = (html.match(entryTags) ?? []).join('')
  const [before = '', shell = '', after = ''] = html.replace(entryTags, '').split(/\s*<!--\/?view-->\s*/)
  const bankName = escapeHtml(config.bankName)
  const always = { __BANK_NAME__: bankName, __PUBLIC_CONFIG__: escapeHtml(JSON.stringify(config)) }
  const parts = partsOf(`${before}<!--view-->${after}`, always)
  const filledShell = partsOf(shell, always).join('')

  return {
    scriptHashes: [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) =>
      createHash('sha256').update(script).digest('base64'),
    ),
    fill(page, view, nonce) {
      const isRendered = view.start !== 'shell'
      const values: Readonly<Record<string, string>> = {
        __TITLE__: isRendered && page ? `${escapeHtml(page.title)} · ${bankName}` : bankName,
        __PAGE_START__: view.start,
        __CSP_NONCE__: nonce,
        '<!--scripts-->': scriptTags(
          entry,
          page ? preloadsFor(page, isRendered ? view.html : undefined) : '',
          isRendered,
        ),
        '<!--view-->': isRendered ? view.html : filledShell,
        '<!--state-->': view.start === 'server-rendered' ? stateTag(view.state) : '',
      }
      // Each part is replaced at most once, so a placeholder inside a value is not replaced.
      return parts.map((part) => values[part] ?? part).join('')
    },
  }
}

/** The bar that a read-only bank shows on every page. */
const readOnlyBar = /\s*(<aside id="read-only") hidden( [\s\S]*?<\/aside>)/

/** Vite's tags of the entry script. */
const entryTags = /<link rel="modulepreload"[^>]*>|<script type="module"[^>]*><\/script>/g

const placeholders = /(__[A-Z_]+__|<!--\w+-->)/

/** Splits HTML at its placeholders. Those of `always` are filled in. */
function partsOf(html: string, always: Readonly<Record<string, string>>): string[] {
  return html.split(placeholders).map((part) => always[part] ?? part)
}

/**
 * The preload tags of a page's scripts, and of the parts that are in its rendered HTML. None for administrators' pages before they are
 * rendered, because any visitor can request them.
 */
function openPreloads(manifest: Manifest): (page: Page, html: string | undefined) => string {
  const tagsOf = (page: Page, parts: readonly string[]) =>
    scriptsOf(manifest, page, parts)
      .own.map((path) => `<link rel="modulepreload" crossorigin href="${path}">`)
      .join('')
  const usual = new Map(pageList.map((page) => [page.name, tagsOf(page, [])]))
  return (page, html = '') => {
    if (html === '' && isForAdministrators(page)) return ''
    const parts = [...html.matchAll(partFile)].map(([, file = '']) => file)
    return (parts.length > 0 ? tagsOf(page, parts) : usual.get(page.name)) ?? ''
  }
}

/** The source file of a part. A user's text has no quotation mark in HTML. */
const partFile = / data-script="([^"]+)"/g

/**
 * A page's own scripts load in parallel with the first ones. Those of a rendered page wait in a `template` until the first paint,
 * because on a slow connection they would delay the styles and fonts; the script in the head then inserts them.
 */
function scriptTags(entry: string, preloads: string, isRendered: boolean): string {
  return isRendered ? `<template id="scripts">${entry}${preloads}</template>` : `${entry}${preloads}`
}

/** The script element with the state. The JSON is escaped so that it cannot end the script or begin a comment. */
function stateTag(json: string): string {
  return `<script type="application/json" id="dehydrated-state">${json.replaceAll('<', '\\u003c')}</script>`
}
