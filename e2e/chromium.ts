import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import manifest from './package.json' with { type: 'json' }

/** How to start a browser: what Playwright's `launchOptions` take. */
export type Browser = { executablePath: string; args: string[]; env: Record<string, string> }

const run = promisify(execFile)

/**
 * The browser that drives the journeys. Nothing is downloaded: in order of preference the one named by
 * `CHROMIUM_PATH`, the Chromium that came with `npm install`, the machine's own, and Playwright's if it is
 * installed. Throws when there is none.
 */
export async function findBrowser(): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there`)
  const packed = named ? undefined : await packedBrowser()
  if (packed) return packed
  const executablePath = named ?? systemBrowsers.find((path) => existsSync(path)) ?? (await playwrightsOwn())
  if (executablePath) return { executablePath, args, env: environment() }
  throw new Error('No browser found: install Chromium or Chrome, or name one in CHROMIUM_PATH')
}

// Without these, Chromium waits for servers that a closed network does not reach; as root it has no sandbox.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
]

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

async function playwrightsOwn(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test')
  return [chromium.executablePath()].find((path) => path && existsSync(path))
}

/**
 * Unpacks the npm package's Chromium once, under `node_modules`, where only the owner of the clone can write.
 * Undefined where it cannot run.
 */
async function packedBrowser(): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const version = manifest.devDependencies['@sparticuz/chromium']
  const folder = join(import.meta.dirname, '..', 'node_modules', '.cache', `chromium-${version}`)
  if (!existsSync(folder)) await unpack(folder)
  const executablePath = join(folder, 'chromium')
  const fonts: Record<string, string> = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_PATH: join(folder, 'fonts') }

  const plain = { ...environment(), ...fonts }
  if (await starts(executablePath, plain)) return { executablePath, args, env: plain }
  // A bare machine lacks the libraries Chromium needs; the package brings those too.
  const env = { ...plain, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  return (await starts(executablePath, env)) ? { executablePath, args, env } : undefined
}

async function unpack(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  // The package unpacks into TMPDIR, and adds the libraries only where it believes itself on the cloud's Linux.
  // A process of its own, because it also changes the environment of the one it runs in.
  const env = { ...environment(), TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }
  await run(process.execPath, [import.meta.filename, 'unpack'], { env })
  // Two runs may unpack at once: the first to finish gives the folder its name, and both are the same.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }))
}

async function starts(executablePath: string, env: Record<string, string>): Promise<boolean> {
  return run(executablePath, ['--no-sandbox', '--version'], { env }).then(
    () => true,
    () => false,
  )
}

function environment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((pair): pair is [string, string] => !!pair[1]))
}

if (import.meta.main) {
  if (process.argv[2] === 'unpack') {
    const { default: packed } = await import('@sparticuz/chromium')
    await packed.executablePath()
  } else {
    const { executablePath } = await findBrowser()
    process.stdout.write(`Browser for the journeys: ${executablePath}\n`)
  }
}
