import { dirname, join, normalize } from 'node:path/posix'
import { endpoints } from '@bank/contract/endpoints'
import { describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { readTree } from './tidy/tree.ts'

const tree = readTree(join(import.meta.dirname, '..'))
const pages = [...tree].filter(([path]) => /^(docs\/.+|lab\/README|[A-Z]+)\.md$/.test(path))

describe('the documents match the tree', () => {
  for (const [page, text] of pages) {
    test(`${page} names only files and folders that exist`, () => {
      expect(namedPaths(text).filter((path) => !exists(path))).toEqual([])
    })

    test(`every link of ${page} has a target`, () => {
      expect(links(text).filter((link) => !hasTarget(page, link))).toEqual([])
    })

    test(`every command in ${page} exists`, () => {
      expect(commands(text).filter((command) => !(command in manifest.scripts))).toEqual([])
    })
  }

  test('no page of docs/ has more than 350 lines', () => {
    const long = pages.filter(([page, text]) => page.startsWith('docs/') && text.split('\n').length > 351)
    expect(long.map(([page]) => page)).toEqual([])
  })

  test('docs/settings.md lists every setting the program reads, and no other', () => {
    const listed = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1])
    const inCode = [...tree].filter(([path]) => /^server\/src\/config\/config(-[a-z]+)*\.ts$/.test(path))
    const known = inCode.flatMap(([, text]) => [
      ...text.matchAll(/\b(?:text|secret|file|whole|choice|onOrOff|amountMinor)\(\s*'([A-Z_]+)'/g),
    ])
    expect(sorted(listed)).toEqual(sorted(known.map((match) => match[1])))
  })

  test('docs/spec-map-calls.md names every endpoint', () => {
    const paths = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
    expect(paths.filter((path) => !read('docs/spec-map-calls.md').includes(`\`${path}\``))).toEqual([])
  })

  test('docs/spec-map.md counts the sentences of both parts by result, and they name only departures that exist', () => {
    const text = read('docs/spec-map.md') + read('docs/spec-map-calls.md')
    const results = [...text.matchAll(/^\| .+ \| (yes|open|departures? [\d, ]+) \| /gm)].map(
      ([, result]) => result!,
    )
    const headings = text.match(/^\| Sentence \| Result \|/gm)?.length ?? 0
    const rows = text.match(/^\| .+ \| .+ \| .+ \| .+ \|$/gm)?.length ?? 0
    expect(results).toHaveLength(rows - headings)
    const count = (result: string) => results.filter((each) => each.startsWith(result)).length
    expect(text.replaceAll('\n', ' ')).toContain(
      `${results.length} sentences: ${count('yes')} to the letter, ${count('departure')} different by a departure, ${count('open')} open.`,
    )
    const known = new Set(
      [...read('docs/departures.md').matchAll(/^\| (\d+) \|/gm)].map(([, number]) => number),
    )
    const cited = results.flatMap((result) => result.match(/\d+/g) ?? [])
    expect(cited.filter((number) => !known.has(number))).toEqual([])
  })

  test('docs/decisions/README.md lists every decision', () => {
    const decisions = pages.flatMap(([path]) => /^docs\/decisions\/(\d{4}-.+\.md)$/.exec(path)?.[1] ?? [])
    const listed = links(read('docs/decisions/README.md')).filter((link) => /^\d{4}-/.test(link))
    expect(sorted(listed)).toEqual(sorted(decisions))
  })

  test('docs/asvs.md and README.md count its rows by state, and it has each requirement once', () => {
    const text = read('docs/asvs.md')
    const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| [12] \| [^|]+ \| (met|not met|operator) \|/gm)]
    const counted = (state: string) => rows.filter((row) => row[2] === state).length
    const sum = `${rows.length} requirements apply: ${counted('met')} met, ${counted('not met')} not met, ${counted('operator')} operator.`
    expect(text).toContain(sum)
    expect(read('README.md').replaceAll('\n', ' ')).toContain(
      `of the ${rows.length} requirements of levels 1 and 2 that apply, ${counted('met')} are met`,
    )
    expect(new Set(rows.map((row) => row[1])).size).toBe(text.match(/^\| \d/gm)?.length)
  })

  test('docs/data-classes.md classifies every table of the database', () => {
    const sql = [...tree]
      .filter(([path]) => /^server\/migrations\/.+\.sql$/.test(path))
      .map(([, text]) => text)
    const named = (pattern: RegExp) =>
      sql.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1]))
    const gone = new Set(named(/^(?:drop table|alter table(?= \w+ rename to)) (\w+)/gm))
    const tables = named(/^create table (\w+)/gm).filter((table) => !gone.has(table))
    expect(tables.length).toBeGreaterThan(30)
    expect(tables.filter((table) => !read('docs/data-classes.md').includes(`\`${table}\``))).toEqual([])
  })

  test('the documents quote only test titles that are in the named file', () => {
    const quoted = pages.flatMap(([, text]) => [
      ...text.matchAll(/`([\w./-]+\.(?:test\.tsx?|spec\.ts))` "([^"]+)"/g),
    ])
    const missing = quoted.filter(([, file = '', title = '']) => !read(file).includes(title))
    expect(quoted.length).toBeGreaterThan(100)
    expect(missing.map(([whole]) => whole)).toEqual([])
  })
})

/** Paths in backquotes: with a slash or a known ending, and without a placeholder. */
function namedPaths(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/`([\w.@-]+(?:\/[\w.@-]+)*\/?)`/g)]
    .map((match) => match[1] ?? '')
    .filter((path) =>
      path.includes('/') ? roots.has(path.split('/')[0]!) : /^\w[\w.-]*\.(md|json|ts|tsx|mjs)$/.test(path),
    )
    .filter((path) => !generatedPaths.test(path))
}

const roots = new Set([...tree.keys()].map((path) => path.split('/')[0]!))
/** Files and folders that only a running bank or a build creates. */
const generatedPaths =
  /^(data|node_modules|web\/dist|e2e\/results|lab\/results)(\/|$)|^(backup|demo|sbom)\.json$/

function links(text: string): string[] {
  const found = [
    ...text.matchAll(/\]\(([^)\s]+)\)/g),
    ...text.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g),
  ].map((match) => match[1] ?? '')
  return found.filter((link) => !/^(https?|mailto):/.test(link))
}

function hasTarget(page: string, link: string): boolean {
  const [file = '', heading] = link.split('#')
  // On GitHub, beside the code: how a weakness is reported.
  if (file.endsWith('security/advisories/new')) return true
  const target = file === '' ? page : normalize(join(dirname(page), file))
  return exists(target) && (heading === undefined || headings(read(target)).includes(heading))
}

function headings(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function commands(text: string): string[] {
  return [...text.matchAll(/\bnpm (?:run )?(start|test|run [\w-]+|[\w-]+)(?=[\s`])/g)]
    .map((match) => (match[1] ?? '').replace(/^run /, ''))
    .filter((command) => !/^(audit|ci|install|packages?|prune|itself|script)$/.test(command))
}

function exists(named: string): boolean {
  const path = named.replace(/\/$/, '')
  // A bare name may stand in any folder.
  const ending = path.includes('/') ? undefined : `/${path}`
  return [...tree.keys()].some(
    (each) => each === path || each.startsWith(`${path}/`) || (ending !== undefined && each.endsWith(ending)),
  )
}

function withoutBlocks(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '')
}

function read(path: string): string {
  return tree.get(path) ?? ''
}

function sorted(texts: (string | undefined)[]): (string | undefined)[] {
  return [...new Set(texts)].sort()
}
