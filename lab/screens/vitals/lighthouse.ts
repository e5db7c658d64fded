import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from '@bank/e2e/chromium'
import type { Cookies } from '@bank/e2e/endpoints'
import { root } from '../../bank-command.ts'
import { print } from '../command.ts'
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

/** What is used of the packages that come with Lighthouse. */
type Lighthouse = (
  address: string,
  flags: object,
  config: undefined,
  page: unknown,
) => Promise<{ lhr: Result } | undefined>
type Puppeteer = {
  readonly launch: (options: object) => Promise<{
    setCookie: (...cookies: Cookies) => Promise<void>
    newPage: () => Promise<unknown>
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
      const answer = await lighthouse(address, { logLevel: 'silent' }, undefined, await browser.newPage())
      if (!answer || answer.lhr.runtimeError) {
        throw new Error(`${address}: ${answer?.lhr.runtimeError?.message ?? 'no result'}`)
      }
      results.push(answer.lhr)
    } finally {
      await browser.close()
    }
  }
  return computeMedianRun(results)
}

function load<Module>(path: string): Promise<Module> {
  return import(pathToFileURL(join(folder, 'node_modules', path)).href) as Promise<Module>
}

/** Installs Lighthouse from a separate lock file: with it every installation of the bank would be 20 % larger. */
function install(): void {
  print('Installing Lighthouse (once, about 180 MB) …')
  const unfinished = `${folder}.${process.pid}`
  const { npm_node_execpath: node, npm_execpath: npm } = process.env
  const [command = 'npm', ...script] = node && npm ? [node, npm] : []
  const options = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund']
  try {
    cpSync(join(import.meta.dirname, 'lighthouse'), unfinished, { recursive: true })
    execFileSync(command, [...script, ...options], {
      cwd: unfinished,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    renameSync(unfinished, folder)
  } catch (cause) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new Error('Lighthouse could not be installed: it needs the package registry, once.', { cause })
  }
}
