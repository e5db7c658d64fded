import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { weighRoutes, weighStyles } from './route-weights.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function built(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'truepenny-routes-'))
  folders.push(folder)
  mkdirSync(join(folder, 'assets'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
  return folder
}

const index = `<script>let theme</script><link rel="icon" href="/assets/coin.svg">
<script type="module" crossorigin src="/assets/index-11111111.js"></script>
<link rel="modulepreload" crossorigin href="/assets/button-22222222.js">`
const files = {
  'assets/index-11111111.js': `import{b}from"./button-22222222.js";lazy(()=>import("./sign-in-page-33333333.js"))`,
  'assets/button-22222222.js': 'export const b=1',
  'assets/sign-in-page-33333333.js': `import"./input-55555555.js"`,
  'assets/profile-page-44444444.js': 'export const profile=1',
  'assets/authenticated-layout-66666666.js': `import"./input-55555555.js";import"./button-22222222.js"`,
  'assets/input-55555555.js': 'export{}',
}
const routes = `const pages = {
  '/': async () => ({ default: (await import('./sessions/sign-in-page.tsx')).SignInPage }),
  '/profile': async () => ({
    default: (await import('./profile/profile-page.tsx')).ProfilePage,
  }),
}`

test('what a route loads is weighed: its scripts, its page, its frame, and what they import; once each', () => {
  const weightOf = (...names: (keyof typeof files)[]) =>
    names.reduce((sum, name) => sum + gzipSync(files[name]).length, 0)
  const always = [
    'assets/index-11111111.js',
    'assets/button-22222222.js',
    'assets/input-55555555.js',
  ] as const
  expect(weighRoutes(built({ 'index.html': index, ...files }), routes)).toEqual([
    { path: '/', files: 4, bytes: weightOf(...always, 'assets/sign-in-page-33333333.js') },
    {
      path: '/profile',
      files: 5,
      bytes: weightOf(
        ...always,
        'assets/profile-page-44444444.js',
        'assets/authenticated-layout-66666666.js',
      ),
    },
  ])
})

test('styles are weighed together, and nothing but styles', () => {
  const styles = { 'assets/index-77777777.css': 'p{color:red}', 'assets/page-88888888.css': 'b{top:0}' }
  const each = Object.values(styles).map((text) => gzipSync(text).length)
  expect(weighStyles(built({ ...files, ...styles }))).toBe(each[0]! + each[1]!)
})

test('a page that cannot be found is not left out quietly', () => {
  const { 'assets/profile-page-44444444.js': _, ...others } = files
  expect(() => weighRoutes(built({ 'index.html': index, ...others }), routes)).toThrow(
    'The script of the page /profile',
  )
})

test('a web app that has not been built weighs nothing yet', () => {
  expect(weighRoutes(built({}), routes)).toBeUndefined()
})
