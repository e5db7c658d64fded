import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isForAdministrators, type Page, type PageName, pageList } from '@bank/contract/pages'
import { escapeHtml } from '../mail/html.ts'
import { type Manifest, scriptsOf } from './page-scripts.ts'
import type { PublicConfig } from './public-config.ts'

/** What a page is sent with: `html` of its first view, and for a signed-in user the `state` it was rendered from, as JSON. */
export type FirstView =
  | { readonly start: 'shell' }
  | { readonly start: 'prerendered'; readonly html: string }
  | { readonly start: 'server-rendered'; readonly html: string; readonly state: string }

export type PageTemplate = {
  /** Base64 SHA-256 of each script that stands in the page itself. */
  readonly scriptHashes: readonly string[]
  /** The whole page. `nonce` is good for one answer. Without a `page`, the shell that says there is none. */
  readonly fill: (page: Page | undefined, view: FirstView, nonce: string) => string
}

/** Reads `index.html` of the built web app, and fills in what is the same for every page. */
export function readPageTemplate(directory: string, config: PublicConfig): PageTemplate {
  const html = readFileSync(join(directory, 'index.html'), 'utf8').replaceAll('\r\n', '\n')
  const manifest = JSON.parse(readFileSync(join(directory, '.vite/manifest.json'), 'utf8')) as Manifest
  const preloads = preloadTags(manifest)
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
        '<!--scripts-->': scriptTags(entry, (page && preloads.get(page.name)) ?? '', isRendered),
        '<!--view-->': isRendered ? view.html : filledShell,
        '<!--state-->': view.start === 'server-rendered' ? stateTag(view.state) : '',
      }
      // Each placeholder is looked up once: what stands in a value is never taken for one.
      return parts.map((part) => values[part] ?? part).join('')
    },
  }
}

/** Vite's own tags for the script that every page begins with. */
const entryTags = /<link rel="modulepreload"[^>]*>|<script type="module"[^>]*><\/script>/g

const placeholders = /(__[A-Z_]+__|<!--\w+-->)/

/** HTML in pieces: placeholders alone, except those of `always`, which are filled in. */
function partsOf(html: string, always: Readonly<Record<string, string>>): string[] {
  return html.split(placeholders).map((part) => always[part] ?? part)
}

/** Tags that load the scripts of a page ahead. None for administrators' pages: who asks is not known yet. */
function preloadTags(manifest: Manifest): Map<PageName, string> {
  const pages = pageList.filter((page) => !isForAdministrators(page))
  return new Map(
    pages.map((page) => [
      page.name,
      scriptsOf(manifest, page)
        .own.map((path) => `<link rel="modulepreload" crossorigin href="${path}">`)
        .join(''),
    ]),
  )
}

/**
 * A page's own scripts load beside the first one, not after it. Those of a rendered page wait in a `template` until the page has
 * been painted, because on a slow line they would delay its styles and typeface; the script in the head takes them out.
 */
function scriptTags(entry: string, preloads: string, isRendered: boolean): string {
  return isRendered ? `<template id="scripts">${entry}${preloads}</template>` : `${entry}${preloads}`
}

/** JSON in which HTML finds neither the end of a script nor the beginning of a comment. */
function stateTag(json: string): string {
  return `<script type="application/json" id="dehydrated-state">${json.replaceAll('<', '\\u003c')}</script>`
}
