import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)
const installing = 'Installing packages (once, about half a minute) …\n'
const building = 'Building the web app …\n'

// A clone with the real set-up, a stand-in for npm that notes each install, and one for vite.
let clone: string
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'truepenny-clone-'))
  for (const part of ['set-up.mjs', 'set-up']) {
    cpSync(join(import.meta.dirname, part), join(clone, 'scripts', part), { recursive: true })
  }
  for (const folder of ['contract/src', 'ledger/src', 'web/src'])
    mkdirSync(join(clone, folder), { recursive: true })
  write('package-lock.json', lockOf('1.0.0'))
  write('web/src/page.tsx', 'one')
  write('npm.mjs', npm)
})
afterEach(() => rmSync(clone, { recursive: true }))

const write = (path: string, text: string) => writeFileSync(join(clone, path), text)
const installs = () => readFileSync(join(clone, 'installs'), 'utf8')

function lockOf(version: string): string {
  const packages = {
    '': { name: 'truepenny' },
    'node_modules/node': { version },
    'node_modules/other-system': { version, optional: true },
    'node_modules/vite': { version, dev: true },
  }
  return JSON.stringify({ packages })
}

const npm = `
  import { appendFileSync, mkdirSync, readFileSync, symlinkSync, rmSync, writeFileSync } from 'node:fs'
  appendFileSync('installs', process.argv[2] + ' ')
  rmSync('node_modules', { recursive: true, force: true })
  for (const folder of ['node/bin', 'vite/bin']) mkdirSync('node_modules/' + folder, { recursive: true })
  symlinkSync(process.execPath, 'node_modules/node/bin/node')
  const vite = "import { mkdirSync } from 'node:fs'; mkdirSync('dist', { recursive: true })"
  writeFileSync('node_modules/vite/bin/vite.js', vite)
  writeFileSync('node_modules/vite/package.json', '{"type":"module"}')
  const { version } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages['node_modules/node']
  const packages = { 'node_modules/node': { version }, 'node_modules/vite': { version, dev: true } }
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
`

/** What `npm ci --omit=dev` leaves: no vite, and no word of it. */
function omitDevelopment() {
  rmSync(join(clone, 'node_modules/vite'), { recursive: true })
  const packages = { 'node_modules/node': { version: '1.0.0' } }
  write('node_modules/.package-lock.json', JSON.stringify({ packages }))
}

async function setUp(...flags: string[]): Promise<string> {
  const env = { ...process.env, npm_node_execpath: process.execPath, npm_execpath: join(clone, 'npm.mjs') }
  return (await run(process.execPath, [join(clone, 'scripts/set-up.mjs'), ...flags], { env })).stdout
}

test('a fresh clone is installed and built once, and later runs change and print nothing', async () => {
  expect(await setUp('--build')).toBe(installing + building)
  expect(await setUp('--build')).toBe('')
  expect(installs()).toBe('ci ')
})

test('another list of packages, or an interrupted install, is installed again', async () => {
  await setUp()
  write('package-lock.json', lockOf('2.0.0'))
  expect(await setUp()).toBe(installing)
  rmSync(join(clone, 'node_modules/node'), { recursive: true })
  expect(await setUp()).toBe(installing)
  rmSync(join(clone, 'node_modules/.package-lock.json'))
  expect(await setUp()).toBe(installing)
  expect(await setUp()).toBe('')
})

test('a changed screen is built again, a changed test is not', async () => {
  await setUp('--build')
  write('web/src/page.test.tsx', 'a test')
  expect(await setUp('--build')).toBe('')
  write('web/src/page.tsx', 'two')
  expect(await setUp('--build')).toBe(building)
  expect(await setUp('--build')).toBe('')
})

test('a build keeps the assets of builds in the last week, for processes that still send their pages', async () => {
  await setUp('--build')
  mkdirSync(join(clone, 'web/dist/assets'))
  for (const name of ['recent', 'old']) write(`web/dist/assets/${name}.js`, '')
  const eightDaysAgo = Date.now() / 1_000 - 8 * 86_400
  utimesSync(join(clone, 'web/dist/assets/old.js'), eightDaysAgo, eightDaysAgo)
  write('web/src/page.tsx', 'two')
  expect(await setUp('--build')).toBe(building)
  expect(readdirSync(join(clone, 'web/dist/assets'))).toEqual(['recent.js'])
})

test('a bank that was built once starts without the packages for development, and installs none', async () => {
  await setUp('--build')
  omitDevelopment()
  expect(await setUp('--build', '--production')).toBe('')
  expect(await setUp('--production')).toBe('')
  expect(installs()).toBe('ci ')
})

test('a changed screen, or a development command, installs the missing packages', async () => {
  await setUp('--build')
  omitDevelopment()
  write('web/src/page.tsx', 'two')
  expect(await setUp('--build', '--production')).toBe(installing + building)
  omitDevelopment()
  expect(await setUp()).toBe(installing)
})

test('two concurrent commands install once', async () => {
  await Promise.all([setUp(), setUp(), setUp()])
  expect(installs()).toBe('ci ')
})

test('an install that fails reports the end of npm’s output', async () => {
  write('npm.mjs', 'console.error("npm error the registry is away"); process.exit(7)')
  await expect(setUp('--build')).rejects.toMatchObject({
    code: 1,
    stdout: installing,
    stderr:
      'Installing packages failed (exit code 7). The end of its output:\nnpm error the registry is away\n',
  })
})
