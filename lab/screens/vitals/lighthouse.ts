import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from '@bank/e2e/chromium'
import type { Cookies } from '@bank/e2e/endpoints'
import type { CDPSession } from '@playwright/test'
import { root } from '../../bank-command.ts'
import manifest from './lighthouse/package.json' with { type: 'json' }

/** What is read of Lighthouse's result for a page. */
export type Result = {
  readonly audits: Readonly<Record<string, Audit>>
  readonly categories: Readonly<Record<CategoryName, Category>>
  readonly runtimeError?: { readonly message: string }
}
export type CategoryName = 'performance' | 'accessibility' | 'best-practices' | 'seo'
type Audit = {
  readonly score: number | null
  readonly numericValue?: number
  readonly details?: {
    readonly items?: readonly {
      readonly node?: { readonly selector: string }
      readonly description?: string
    }[]
  }
}
type Category = {
  /** From 0 to 1. */
  readonly score: number | null
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
}

/** What is used of Lighthouse, and of the browser driver that comes with it. */
type Lighthouse = (address: string, flags: object, config: undefined, page: Page) => Promise<{ lhr: Result }>
type Page = { readonly createCDPSession: () => Promise<CDPSession> }
type Puppeteer = {
  readonly launch: (options: object) => Promise<{
    setCookie: (...cookies: Cookies) => Promise<void>
    newPage: () => Promise<Page>
    close: () => Promise<void>
  }>
}

export const lighthouseVersion = manifest.dependencies.lighthouse
const folder = join(root, 'node_modules/.cache', `lighthouse-${lighthouseVersion}`)

/** Measures a page on a simulated phone with a slow connection, as often as `runs` says, each time in a new browser. Returns the median run. */
export async function measurePage(
  address: string,
  cookies: Cookies,
  runs: number,
  launchOptions: Browser,
): Promise<Result> {
  if (!existsSync(folder)) install()
  const { default: lighthouse } = await load<{ default: Lighthouse }>('lighthouse/core/index.js')
  const { computeMedianRun } = await load<{ computeMedianRun: (runs: readonly Result[]) => Result }>(
    'lighthouse/core/lib/median-run.js',
  )
  const { default: puppeteer } = await load<{ default: Puppeteer }>(
    'puppeteer-core/lib/puppeteer/puppeteer-core.js',
  )
  const results: Result[] = []
  for (let run = 0; run < runs; run++) {
    const browser = await puppeteer.launch({ ...launchOptions, headless: 'shell', defaultViewport: null })
    try {
      await browser.setCookie(...cookies)
      const page = await browser.newPage()
      await removeReferrerPolicy(await page.createCDPSession())
      const { lhr } = await lighthouse(address, { logLevel: 'silent' }, undefined, page)
      if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`)
      results.push(lhr)
    } finally {
      await browser.close()
    }
  }
  return computeMedianRun(results)
}

/** With the header `referrer-policy: same-origin`, Lighthouse 13 ends the loading of a page in the journeys' browser with ERR_ABORTED. */
async function removeReferrerPolicy(devTools: CDPSession): Promise<void> {
  devTools.on('Fetch.requestPaused', ({ requestId, responseStatusCode = 0, responseHeaders = [] }) => {
    const headers = responseHeaders.filter(({ name }) => name.toLowerCase() !== 'referrer-policy')
    const answer = { requestId, responseCode: responseStatusCode, responseHeaders: headers }
    void devTools.send('Fetch.continueResponse', answer)
  })
  await devTools.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Response' }] })
}

function load<Module>(path: string): Promise<Module> {
  return import(pathToFileURL(join(folder, 'node_modules', path)).href) as Promise<Module>
}

/** Installs Lighthouse from a separate lock file: with it every installation of the bank would be 20 % larger. */
function install(): void {
  console.log('Installing Lighthouse (once, about 180 MB) …')
  const unfinished = `${folder}.${process.pid}`
  try {
    cpSync(join(import.meta.dirname, 'lighthouse'), unfinished, { recursive: true })
    const options = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund']
    execFileSync('npm', options, { cwd: unfinished, stdio: ['ignore', 'ignore', 'inherit'] })
    renameSync(unfinished, folder)
  } catch (cause) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new Error('Lighthouse could not be installed: it needs the package registry, once.', { cause })
  }
}
