import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import manifest from './lighthouse/package.json' with { type: 'json' }

/** What a look at a page found: scores out of 100, milliseconds, layout shift, and bytes as they were sent. */
export type Look = {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  readonly paintMilliseconds: number
  readonly blockedMilliseconds: number
  readonly shift: number
  readonly bytes: number
  /** What keeps a score below 100, other than speed. */
  readonly faults: readonly string[]
}

export type Lighthouse = {
  readonly version: string
  /** Looks at a page as a telephone on a slow connection would, in the browser that listens on `port`. */
  readonly look: (address: string, port: number) => Promise<Look>
}

const version = manifest.dependencies.lighthouse
const folder = join(import.meta.dirname, '../../../node_modules/.cache', `lighthouse-${version}`)

/**
 * Lighthouse, installed when it is first wanted and from a lock file of its own: it is a fifth of everything else together,
 * and nobody needs it to run or to test the bank. `say` tells about that.
 */
export async function openLighthouse(say: (text: string) => void): Promise<Lighthouse> {
  if (!existsSync(folder)) {
    say('Installing Lighthouse (once, about 180 MB) …')
    await install()
  }
  const entry = pathToFileURL(join(folder, 'node_modules/lighthouse/core/index.js')).href
  const { default: run } = (await import(entry)) as { default: Run }
  return {
    version: `Lighthouse ${version}`,
    look: async (address, port) => {
      const answer = await run(address, { port, output: 'json', logLevel: 'silent' })
      if (!answer || answer.lhr.runtimeError) {
        throw new Error(`${address}: ${answer?.lhr.runtimeError?.message ?? 'no answer'}`)
      }
      return lookFrom(answer.lhr)
    },
  }
}

type Run = (address: string, flags: object) => Promise<{ lhr: Result } | undefined>
type Audit = {
  score: number | null
  numericValue?: number
  title: string
  details?: { items?: { node?: { selector: string }; description?: string }[] }
}
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] }
type Result = {
  audits: Record<string, Audit>
  categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', Category>
  runtimeError?: { message: string }
}

function lookFrom({ audits, categories }: Result): Look {
  const score = (name: keyof Result['categories']) => Math.round((categories[name].score ?? 0) * 100)
  const number = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const faults = (['accessibility', 'best-practices', 'seo'] as const).flatMap((name) =>
    categories[name].auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score === 1) return []
      const where = audit.details?.items?.map((item) => item.node?.selector ?? item.description ?? '') ?? []
      return [[id, ...where].filter(Boolean).join(' ')]
    }),
  )
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    paintMilliseconds: number('largest-contentful-paint'),
    blockedMilliseconds: number('total-blocking-time'),
    shift: number('cumulative-layout-shift'),
    bytes: number('total-byte-weight'),
    faults,
  }
}

async function install(): Promise<void> {
  const unfinished = `${folder}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  for (const name of ['lighthouse/package.json', 'lighthouse/package-lock.json']) {
    await copyFile(join(import.meta.dirname, name), join(unfinished, name.replace('lighthouse/', '')))
  }
  const { npm_node_execpath: node, npm_execpath: npm } = process.env
  const [command = 'npm', ...args] = node && npm ? [node, npm] : ['npm']
  const child = spawn(
    command,
    [...args, 'ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'],
    {
      cwd: unfinished,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const [code] = await once(child, 'exit')
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true })
    throw new Error('Lighthouse could not be installed: it needs the package registry, once.')
  }
  await rename(unfinished, folder)
}
