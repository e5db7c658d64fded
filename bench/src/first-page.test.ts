import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { weighFirstPage } from './first-page.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function built(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'truepenny-first-page-'))
  folders.push(folder)
  mkdirSync(join(folder, 'assets'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
  return folder
}

const index = `<script>let theme</script><link rel="icon" href="/assets/coin.svg">
<script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/button-2.js">`

test('what / loads is weighed: its scripts, its page, and what they import; another page is not', () => {
  const files = {
    'assets/index-1.js': `import{b}from"./button-2.js";lazy(()=>import("./sign-in-page-3.js"),()=>import("./terms-page-4.js"))`,
    'assets/button-2.js': 'export const b=1',
    'assets/sign-in-page-3.js': `import"./input-5.js"`,
    'assets/terms-page-4.js': 'export const terms=1',
    'assets/input-5.js': 'export{}',
  }
  const loaded = [files['assets/index-1.js'], 'export const b=1', `import"./input-5.js"`, 'export{}']
  expect(weighFirstPage(built({ 'index.html': index, ...files }))).toEqual({
    files: 4,
    bytes: loaded.reduce((sum, text) => sum + gzipSync(text).length, 0),
  })
})

test('a page that cannot be found is not left out quietly', () => {
  const files = { 'index.html': index, 'assets/index-1.js': '', 'assets/button-2.js': '' }
  expect(() => weighFirstPage(built(files))).toThrow('The script of the page /')
})

test('a web app that has not been built weighs nothing yet', () => {
  expect(weighFirstPage(built({}))).toBeUndefined()
})
